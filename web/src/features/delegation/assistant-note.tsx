import { useQuery } from '@tanstack/react-query';
import { isAtWork } from '#domain/rows/run-row.ts';
import type { PendingList } from '#web/lib/live/task-cache.ts';
import { queryKeys } from '#web/lib/server/query-keys.ts';
import { t } from '#web/texts/app.ts';

/** One sentence under the date: tasks at work and answers delivered. */
export function AssistantNote() {
  // Never fetched here: the task lists fill it.
  const { data } = useQuery<PendingList, Error, string>({
    queryKey: queryKeys.pending,
    enabled: false,
    select: toSentence,
  });
  return <p className="type-meta mt-0.5 min-h-5 text-text-3">{data}</p>;
}

function toSentence({ rows }: PendingList): string {
  const open = rows.filter((task) => !task.is_completed);
  const atWork = open.filter(({ run }) => run !== null && isAtWork(run)).length;
  const waiting = open.filter(({ run }) => run?.status === 'waiting').length;
  if (waiting > 0) return t('delegation.waits_for_you', { waiting });
  const delivered = open.filter(({ delivery }) => delivery !== null).length;
  if (atWork > 0 && delivered > 0) {
    return t('delegation.at_work_and_delivered', { working: atWork, delivered });
  }
  if (atWork > 0) return t('delegation.at_work', { working: atWork });
  if (delivered > 0) return t('delegation.has_delivered', { delivered });
  return open.length > 0 ? t('delegation.nothing') : '';
}
