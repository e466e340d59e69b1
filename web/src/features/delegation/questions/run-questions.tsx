import type { FormEvent } from 'react';
import type { Run } from '#domain/rows/run-row.ts';
import { t } from '#web/texts/later.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { InlineError } from '#web/ui/feedback/inline-error.tsx';
import { Trail } from '#web/ui/paper/trail.tsx';
import { costWords } from '../cost-words.ts';
import { toClock } from '../moments.ts';
import { toReason } from '../to-reason.ts';
import { useCancel } from '../use-delegate.ts';
import { type GivenAnswers, useQuestionDrafts } from './question-drafts.ts';
import { QuestionField } from './question-field.tsx';
import { useAnswerRun } from './use-answer-run.ts';

const NONE: GivenAnswers = {};

/** A run that waits for answers: its questions, each with a default. Untouched ones are not sent, and so assumed. */
export function RunQuestions({ run }: { run: Run }) {
  const { questions, waits_until: until } = run;
  const answers = useQuestionDrafts(({ drafts }) => drafts[run.id] ?? NONE);
  const change = useQuestionDrafts((state) => state.change);
  const { mutate, isPending, error } = useAnswerRun(run);
  const cancel = useCancel();
  const given = Object.entries(answers).flatMap(([id, answer]) =>
    answer.trim() === '' ? [] : [[id, answer.trim()] as const],
  );
  const send = (event: FormEvent) => {
    event.preventDefault();
    mutate(Object.fromEntries(given));
  };
  const count = questions?.length ?? 0;
  return (
    <Trail heading={t('delegation.questions.heading', { count })} queued steps={[]}>
      <form className="mt-2 grid gap-4" onSubmit={send}>
        {questions?.map((question) => (
          <QuestionField
            key={question.id}
            question={question}
            answer={answers[question.id]}
            onAnswer={(answer) => change(run.id, { ...answers, [question.id]: answer })}
          />
        ))}
        {error && <InlineError>{t('delegation.questions.failed', { reason: toReason(error) })}</InlineError>}
        <div className="flex flex-wrap items-center gap-3">
          <Button
            look="primary"
            type="submit"
            className="max-md:grow"
            busy={isPending}
            busyLabel={t('delegation.questions.starting')}
          >
            {t(given.length > 0 ? 'delegation.questions.start' : 'delegation.questions.just_go')}
          </Button>
          <Button look="plain" disabled={cancel.isPending} onClick={() => cancel.mutate(run.id)}>
            {t(cancel.isPending ? 'delegation.stopping' : 'delegation.stop')}
          </Button>
        </div>
        <p className="type-meta text-text-3">
          {until &&
            t('delegation.questions.silence', {
              time: toClock(new Date(until)),
              cost: costWords(run.is_demo).toLowerCase(),
            })}{' '}
          {t('delegation.questions.secrets')}
        </p>
      </form>
    </Trail>
  );
}
