import { type ReactNode, useState } from 'react';
import { t } from '#web/texts/app.ts';
import { elapsed } from './elapsed.ts';
import type { TrailStep } from './receipt-content.ts';

export interface TrailProps {
  heading: string;
  steps: readonly TrailStep[];
  /** At the end of the heading's line: elapsed time, or place in the queue. */
  end?: string;
  /** Waiting to start: the line is dotted. */
  queued?: boolean;
  /** Result so far: the streamed text. */
  children?: ReactNode;
  foot?: ReactNode;
}

/** With more steps than this, the older ones are collapsed. */
const SHOWN = 4;

/** Work in progress: a line of timed steps under the task. The last one carries the live mark. */
export function Trail({ heading, steps, end, queued = false, children, foot }: TrailProps) {
  const [open, setOpen] = useState(false);
  const hidden = open ? 0 : Math.max(0, steps.length - SHOWN);
  return (
    <div className="trail" data-queued={queued || undefined}>
      <div className="type-meta-strong mb-1 flex gap-2.5 text-slip-ink">
        <span>{heading}</span>
        {end && <span className="type-slip-head ms-auto">{end}</span>}
      </div>
      {steps.length > 0 && (
        <ol className="grid gap-0.5">
          {hidden > 0 && (
            <li className="trail-step">
              <span />
              <button type="button" className="link hit-40 w-fit" onClick={() => setOpen(true)}>
                {t('ui.trail.earlier', { count: hidden })}
              </button>
            </li>
          )}
          {steps.slice(hidden).map((step, index, shown) => (
            <li
              key={`${step.at}-${step.text}`}
              className="trail-step"
              data-now={(!queued && index === shown.length - 1) || undefined}
            >
              <span>{elapsed(step.at)}</span>
              <span>
                {step.text}
                {step.note && <span aria-hidden="true"> {step.note}</span>}
              </span>
            </li>
          ))}
        </ol>
      )}
      {children}
      {foot && <div className="type-meta mt-1.5 flex flex-wrap items-center gap-x-3 text-text-3">{foot}</div>}
    </div>
  );
}
