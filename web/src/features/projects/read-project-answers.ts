import * as z from 'zod/mini';
import { parseRows } from '#web/lib/server/rows.ts';
import { supabase } from '#web/lib/server/supabase.ts';

/** Page size. */
const PAGE = 10;

const answerRow = z.object({
  id: z.string(),
  run_id: z.string(),
  /** Its first 200 characters, as plain text. */
  preview: z.string(),
  is_demo: z.boolean(),
  created_at: z.string(),
  tasks: z.object({
    id: z.string(),
    title: z.string(),
    project_id: z.nullable(z.string()),
    is_completed: z.boolean(),
  }),
});
/** An answer with its task. */
export type ProjectAnswer = z.infer<typeof answerRow>;

export interface AnswerPage {
  readonly rows: readonly ProjectAnswer[];
  /** Count on all pages. */
  readonly total: number;
  /** Offset of the next page; null after the last. */
  readonly next: number | null;
}

/** Reads delivered answers of a project's tasks, newest first. */
export async function readProjectAnswers(projectId: string, from: number): Promise<AnswerPage> {
  const server = await supabase();
  const { data, count } = await server
    .from('ai_responses')
    .select('id,run_id,preview,is_demo,created_at,tasks!inner(id,title,project_id,is_completed)', {
      count: 'exact',
    })
    .eq('tasks.project_id', projectId)
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .range(from, from + PAGE - 1)
    .throwOnError();
  return {
    rows: parseRows(answerRow, data),
    total: count ?? 0,
    next: data.length < PAGE ? null : from + PAGE,
  };
}
