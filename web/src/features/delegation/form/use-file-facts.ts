import { useQuery } from '@tanstack/react-query';
import { type AiTaskType, TOOLS } from '#domain/ai-task.ts';
import { kindByName } from '#domain/attachments.ts';
import type { ContractFile } from '#domain/contract/contract-of.ts';
import { lookedAtOutput } from '#domain/functions/answers.ts';
import { callFunction, FunctionRefusedError } from '#web/lib/server/call-function.ts';
import type { AttachedFile } from './delegation-choices.ts';

interface FileFacts {
  readonly files: readonly ContractFile[];
  /** Its pages are being counted. */
  readonly isCounting: boolean;
  readonly refusal: string | undefined;
}

/**
 * Files of the form with what the server knows of them, as soon as they are uploaded: what comes back depends on the
 * pages of a document and the size of a picture, and whether a file is taken at all on its content, where its name says
 * nothing. `refusal`: why it doesn't take one.
 */
export function useFileFacts(type: AiTaskType | undefined, files: readonly AttachedFile[]): FileFacts {
  const isTold = type !== undefined && (TOOLS[type].subject === 'pdf' || TOOLS[type].edits === true);
  const isAsked =
    type !== undefined &&
    TOOLS[type].takes !== null &&
    ((isTold && files.length > 0) || files.some(({ name }) => kindByName(name) === null)) &&
    files.every(({ state }) => state === 'ready');
  const paths = files.map(({ path }) => path);
  const { data, error, isFetching } = useQuery({
    queryKey: ['file_facts', type, ...paths],
    queryFn: async () =>
      lookedAtOutput.parse(await callFunction('look-at-files', { ai_task_type: type, attachments: paths })),
    enabled: isAsked,
    // A path is given once.
    staleTime: Number.POSITIVE_INFINITY,
    retry: (failures, failure) => failures < 2 && !(failure instanceof FunctionRefusedError),
    meta: { volatile: true },
  });
  const isRefused = isAsked && error instanceof FunctionRefusedError && error.code === 'unusable_file';
  return {
    files: (isAsked && data?.files) || files.map(({ name }) => ({ name })),
    isCounting: isFetching && type !== undefined && TOOLS[type].subject === 'pdf',
    refusal: isRefused ? error.message : undefined,
  };
}
