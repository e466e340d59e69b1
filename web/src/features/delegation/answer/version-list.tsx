import ChevronDown from 'lucide-react/icons/chevron-down';
import { t } from '#web/texts/later.ts';
import { classNames } from '#web/ui/class-names.ts';
import { toMoment } from '../moments.ts';
import { toolName } from '../tools.ts';
import type { Version } from './use-versions.ts';

interface VersionListProps {
  versions: readonly Version[];
  /** Run of the answer shown. */
  runId: string;
  onOpen: (runId: string) => void;
}

/** Versions of an answer, newest first; nothing if there is only one. */
export function VersionList({ versions, runId, onOpen }: VersionListProps) {
  const shown = versions.find(({ id }) => id === runId);
  if (versions.length < 2 || !shown) return null;
  return (
    <details className="not-printed mb-5 border-y border-line">
      <summary className="type-ui flex min-h-11 cursor-pointer items-center gap-2">
        <ChevronDown size={16} aria-hidden className="text-text-3" />
        {t('delegation.versions', { number: shown.number, of: versions[0]?.number ?? shown.number })}
        {shown !== versions[0] && (
          <span className="type-meta text-text-3">{t('delegation.versions.older')}</span>
        )}
      </summary>
      <ol reversed className="pb-2">
        {versions.map(({ id, number, ai_task_type, finished_at, options }) => (
          <li key={id}>
            <button
              type="button"
              aria-current={id === runId || undefined}
              className={classNames(
                'grid w-full gap-x-3 rounded-check px-2 py-2 hover:bg-well md:grid-cols-[96px_minmax(0,1fr)]',
                id === runId && 'bg-ink-wash',
              )}
              onClick={() => onOpen(id)}
            >
              <span className="type-ui">{t('delegation.versions.one', { number })}</span>
              <span className="type-meta min-w-0 text-text-2">
                {t('delegation.slip.when', {
                  tool: toolName(ai_task_type),
                  time: toMoment(new Date(finished_at)),
                })}
                {wordsOf(options) && (
                  <span dir="auto" className="block truncate text-text-3">
                    {wordsOf(options)}
                  </span>
                )}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </details>
  );
}

/** The person's own words of a version: of a follow-up, the change. */
const wordsOf = ({ instruction, wish }: Version['options']): string | undefined => instruction ?? wish;
