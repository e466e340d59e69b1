import ReceiptText from 'lucide-react/icons/receipt-text';
import { shortDay } from '#web/lib/format/short-day.ts';
import { t } from '#web/texts/later.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { RetryError } from '#web/ui/feedback/retry-error.tsx';
import { AnswerWords } from '#web/ui/paper/answer-words.tsx';
import type { ProjectAnswer } from './read-project-answers.ts';
import { useProjectAnswers } from './use-project-work.ts';

interface ProjectAnswersProps {
  projectId: string;
  onRead: (answer: ProjectAnswer) => void;
}

/** Lists delivered answers of a project, newest first. Renders nothing while empty. */
export function ProjectAnswers({ projectId, onRead }: ProjectAnswersProps) {
  const { data, isError, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } =
    useProjectAnswers(projectId);
  const total = data?.pages[0]?.total ?? 0;
  if (!isError && total === 0) return null;
  return (
    <section aria-labelledby="answers" className="mt-10">
      <div className="flex items-baseline gap-2 border-b border-line pb-2">
        <h2 id="answers" className="type-title-3">
          {t('projects.answers')}
        </h2>
        {total > 0 && <span className="type-slip text-text-3">{total}</span>}
      </div>
      {isError && (
        <div className="mt-3">
          <RetryError retry={t('projects.try_again')} busy={isFetching} onRetry={() => void refetch()}>
            {t('projects.answers.load_failed')}
          </RetryError>
        </div>
      )}
      <ul>
        {data?.pages.flatMap(({ rows }) =>
          rows.map((answer) => <AnswerLine key={answer.id} answer={answer} onRead={onRead} />),
        )}
      </ul>
      {hasNextPage && (
        <Button
          size="s"
          className="mt-3"
          busy={isFetchingNextPage}
          busyLabel={t('projects.answers.loading')}
          onClick={() => void fetchNextPage()}
        >
          {t('projects.answers.more')}
        </Button>
      )}
    </section>
  );
}

/** One answer. The whole row is clickable; the title is the focusable link. */
function AnswerLine({ answer, onRead }: { answer: ProjectAnswer } & Pick<ProjectAnswersProps, 'onRead'>) {
  const { tasks: task, preview, is_demo, created_at } = answer;
  return (
    <li className="relative grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 border-b border-line py-3 hover:bg-desk">
      <ReceiptText size={16} aria-hidden className="mt-1 text-slip-ink" />
      <div>
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <h3 className="min-w-0 type-body font-medium">
            <button
              type="button"
              dir="auto"
              className="line-clamp-2 text-start wrap-anywhere after:absolute after:inset-0 hover:underline"
              onClick={() => onRead(answer)}
            >
              {task.title}
            </button>
          </h3>
          <span className="type-slip text-text-3">
            {is_demo && <span className="me-2">{t('projects.answers.demo')}</span>}
            <time dateTime={created_at}>{shortDay(created_at)}</time>
          </span>
        </div>
        <p dir="auto" className="mt-0.5 wrap-anywhere text-text-2 type-small">
          <AnswerWords text={preview} />
        </p>
      </div>
    </li>
  );
}
