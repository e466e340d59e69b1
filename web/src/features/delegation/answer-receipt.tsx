import { useBrandName } from '#web/lib/brand.ts';
import { useCredits } from '#web/lib/use-credits.ts';
import { Receipt } from '#web/ui/receipt.tsx';
import { costWords, slipNumber } from './cost-words.ts';
import { secondsBetween, toFullMoment } from './moments.ts';
import { TOOLS } from './tools.ts';
import type { RunRecord } from './use-run.ts';
import { toLanguageName, toTrailSteps, wordSent } from './word-step.ts';

/** The receipt of a run that has ended, beside its answer. */
export function AnswerReceipt({ title, record: { run, events } }: { title: string; record: RunRecord }) {
  const brand = useBrandName();
  const { left, limit } = useCredits();
  const tool = TOOLS[run.ai_task_type].name;
  return (
    <div className="max-w-100 lg:sticky lg:top-5">
      <Receipt
        brand={brand}
        number={slipNumber(run.id)}
        note={run.finished_at ? `${tool}. ${toFullMoment(new Date(run.finished_at))}` : tool}
        title={title}
        steps={toTrailSteps(run, events)}
        took={secondsBetween(run.created_at, run.finished_at)}
        sent={[...new Set(events.flatMap((event) => wordSent(event) ?? []))]}
        unverified={run.is_demo ? 'Everything: this is a demo' : 'Anything: no source was read'}
        facts={[
          ['Model', run.model_used ?? 'none'],
          ['Language', toLanguageName(run.language)],
        ]}
        cost={[
          ['AI task', costWords(run.is_demo)],
          ['Credits left', `${left} of ${limit}`],
        ]}
      />
    </div>
  );
}
