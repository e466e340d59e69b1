import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { type Run, runRow } from '#domain/rows/run-row.ts';
import { logProblem } from '#web/lib/log.ts';
import { notify } from '#web/lib/page/toast.ts';
import { callFunction, FunctionRefusedError } from '#web/lib/server/call-function.ts';
import { t } from '#web/texts/later.ts';
import { showRun } from '../use-delegate.ts';
import { type GivenAnswers, useQuestionDrafts } from './question-drafts.ts';

const answered = z.object({ run: runRow, accepted: z.boolean() });

/** Answers a run's questions. A repeat of the same answers changes nothing. */
export function useAnswerRun(run: Run) {
  const client = useQueryClient();
  const forget = useQuestionDrafts((state) => state.forget);
  return useMutation({
    mutationFn: async (answers: GivenAnswers) =>
      answered.parse(await callFunction('answer-run', { run_id: run.id, answers })),
    retry: (failures, error) => failures < 2 && !(error instanceof FunctionRefusedError),
    networkMode: 'always',
    onSuccess: ({ run: now, accepted }) => {
      showRun(client, now);
      if (!accepted) notify.blank(t('delegation.questions.late'));
      forget(run.id);
    },
    onError: (error) => logProblem('the questions of a run were not answered', error),
  });
}
