import { useBrandName } from '#web/lib/brand.ts';
import { useCredits } from '#web/lib/use-credits.ts';
import { elapsed } from '#web/ui/elapsed.ts';
import { Receipt } from '#web/ui/receipt.tsx';
import { ReceiptLine } from '#web/ui/receipt-line.tsx';
import { costWords, slipNumber } from './cost-words.ts';
import { secondsBetween, toFullMoment } from './moments.ts';
import { TOOLS } from './tools.ts';
import type { RunRecord } from './use-run.ts';
import { toLanguageName, wordSent, wordStep } from './word-step.ts';

/** The long form of a stub: what was done, what went to the model, what is not known, what it cost. */
export function AnswerReceipt({ title, progress: { run, events } }: { title: string; progress: RunRecord }) {
  const credits = useCredits();
  const brand = useBrandName();
  const took = secondsBetween(run.created_at, run.finished_at);
  const steps = events.flatMap((event) => {
    const words = wordStep(event);
    const at = secondsBetween(run.created_at, event.created_at) ?? 0;
    return words === undefined ? [] : [{ id: event.seq, at, words }];
  });
  const sent = [...new Set(events.flatMap((event) => wordSent(event) ?? []))];
  return (
    <div className="md:sticky md:top-5">
      <Receipt>
        <header className="type-slip-head flex items-baseline justify-between">
          <b className="tracking-[-.02em] [font:650_1rem/1.5rem_var(--font-text)]">{brand}</b>
          <span>{slipNumber(run.id)}</span>
        </header>
        <p className="text-slip-text-2">
          {TOOLS[run.ai_task_type].name}. {run.finished_at && toFullMoment(new Date(run.finished_at))}
        </p>
        <p
          dir="auto"
          className="mt-2 text-balance wrap-anywhere [font:500_.9375rem/1.375rem_var(--font-text)]"
        >
          {title}
        </p>
        <section>
          <h3 className="type-slip-head mb-0.5 flex justify-between">
            <span>What was done</span>
            {took !== undefined && <span>{elapsed(took)}</span>}
          </h3>
          <ol>
            {steps.map(({ id, at, words }) => (
              <li key={id} className="grid grid-cols-[40px_minmax(0,1fr)]">
                <span className="text-slip-text-2">{elapsed(at)}</span>
                <span className="wrap-anywhere">{words}</span>
              </li>
            ))}
          </ol>
        </section>
        <section hidden={sent.length === 0}>
          <h3 className="type-slip-head mb-0.5">Sent to the model</h3>
          <ul>
            {sent.map((words) => (
              <li key={words} className="grid grid-cols-[16px_minmax(0,1fr)]">
                <span aria-hidden>–</span>
                <span className="wrap-anywhere">{words}</span>
              </li>
            ))}
          </ul>
        </section>
        <section>
          <h3 className="type-slip-head mb-0.5">Could not be verified</h3>
          <p className="not-verified w-fit">
            {run.is_demo ? 'Everything: this is a demo' : 'Anything: no source was read'}
          </p>
        </section>
        <section>
          <ReceiptLine label="Model" value={run.model_used ?? 'none'} />
          <ReceiptLine label="Language" value={toLanguageName(run.language)} />
        </section>
        <section>
          <ReceiptLine strong label="AI task" value={costWords(run.is_demo)} />
          <ReceiptLine label="Credits left" value={`${credits.left} of ${credits.limit}`} />
        </section>
      </Receipt>
    </div>
  );
}
