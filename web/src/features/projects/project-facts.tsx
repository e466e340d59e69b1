import { ReceiptText } from 'lucide-react';
import { t } from '#web/texts/app.ts';
import { MOST_DELIVERED, type ProjectCounts } from './read-project-counts.ts';

/** How many tasks a project has. An empty line until it is known, so that nothing moves. */
export function ProjectFacts({ counts }: { counts: ProjectCounts | undefined }) {
  return (
    <p className="type-slip mt-3 flex min-h-5 flex-wrap gap-x-3 text-text-3">
      {counts && <Facts {...counts} />}
    </p>
  );
}

function Facts({ open, completed, delivered }: ProjectCounts) {
  if (open + completed === 0) return t('projects.no_tasks');
  return (
    <>
      <span>{t('projects.open', { count: open })}</span>
      {completed > 0 && <span>{t('projects.completed', { count: completed })}</span>}
      {delivered > 0 && (
        <span className="inline-flex items-center gap-1.5 text-slip-ink">
          <ReceiptText size={13} aria-hidden />
          {t(delivered < MOST_DELIVERED ? 'projects.delivered' : 'projects.delivered_many', {
            count: delivered,
          })}
        </span>
      )}
    </>
  );
}
