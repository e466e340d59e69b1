import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { type AttachmentRule, attachmentProblem } from '#domain/attachments.ts';
import { parseRows } from '#web/lib/server/rows.ts';
import { supabase } from '#web/lib/server/supabase.ts';
import type { AttachedFile } from './delegation-choices.ts';

const keptFile = z.object({ path: z.string(), name: z.string(), size: z.number() });
export type KeptFile = z.infer<typeof keptFile>;

/** Files of earlier delegations of the task that fit and aren't in the form yet. */
export function useKeptFiles(
  taskId: string,
  rule: AttachmentRule | null,
  inForm: readonly AttachedFile[],
): readonly KeptFile[] {
  const { data = [] } = useQuery({
    queryKey: ['task_files', taskId],
    queryFn: () => readKeptFiles(taskId),
    // A delegation adds files.
    staleTime: 0,
    meta: { volatile: true },
  });
  if (rule === null) return [];
  return data.filter(
    (file) => attachmentProblem(file, rule) === null && !inForm.some(({ path }) => path === file.path),
  );
}

async function readKeptFiles(taskId: string): Promise<KeptFile[]> {
  const server = await supabase();
  const { data } = await server
    .from('task_files')
    .select('path,name,size')
    .eq('task_id', taskId)
    .is('run_id', null)
    .order('created_at', { ascending: false })
    .limit(20)
    .throwOnError();
  return parseRows(keptFile, data);
}
