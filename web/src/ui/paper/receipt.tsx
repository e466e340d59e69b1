import type { ReactNode } from 'react';
import { t } from '#web/texts/app.ts';
import { elapsed } from './elapsed.ts';
import type { ReceiptContent } from './receipt-content.ts';
import { ReceiptLine } from './receipt-line.tsx';

export interface ReceiptProps extends ReceiptContent {
  /** Author: the name of the installation. */
  brand: ReactNode;
  /** Section with the sources. */
  sources?: ReactNode;
  /** Unverified points. Always shown. */
  unverified: ReactNode;
  /** `p` in a picture, where a heading would count as the page's own. */
  heading?: 'h3' | 'p';
}

/** The full receipt: what was done, what was sent, what is unverified, what it cost. Torn at both ends. */
export function Receipt(props: ReceiptProps) {
  const {
    brand,
    number,
    note,
    title,
    steps,
    took,
    asked = [],
    sent,
    sources,
    unverified,
    promise,
    facts,
    cost,
    heading: Heading = 'h3',
  } = props;
  return (
    <div className="receipt-edge">
      <div className="receipt">
        <div className="type-slip-head flex items-baseline justify-between">
          <b className="tracking-[-.02em] [font:650_1rem/1.5rem_var(--font-text)]">{brand}</b>
          <span>{number}</span>
        </div>
        <p className="text-slip-text-2">{note}</p>
        <p
          dir="auto"
          className="mt-2 text-balance wrap-anywhere [font:500_.9375rem/1.375rem_var(--font-text)]"
        >
          {title}
        </p>
        <section>
          <Heading className="type-slip-head mb-0.5 flex justify-between">
            <span>{t('ui.receipt.done')}</span>
            {took !== undefined && <span>{elapsed(took)}</span>}
          </Heading>
          <ol>
            {steps.map(({ at, text }, index) => (
              // Steps have no id but their index.
              <li key={`step-${index}`} className="grid grid-cols-[40px_minmax(0,1fr)]">
                <span className="text-slip-text-2">{elapsed(at)}</span>
                <span className="wrap-anywhere">{text}</span>
              </li>
            ))}
          </ol>
        </section>
        {asked.length > 0 && (
          <section>
            <Heading className="type-slip-head mb-0.5">{t('ui.receipt.asked')}</Heading>
            <ul>
              {asked.map(([question, answer]) => (
                <li key={question} dir="auto" className="wrap-anywhere">
                  {question}
                  <span className="block ps-2">{answer}</span>
                </li>
              ))}
            </ul>
          </section>
        )}
        {sent.length > 0 && (
          <section>
            <Heading className="type-slip-head mb-0.5">{t('ui.receipt.sent')}</Heading>
            <div className="grid gap-1.5">
              {sent.map(({ to, what }) => (
                <div key={to ?? ''}>
                  {to && <p className="wrap-anywhere">{to}</p>}
                  <ul className={to && 'ps-2'}>
                    {what.map((text) => (
                      <li key={text} className="grid grid-cols-[16px_minmax(0,1fr)]">
                        <span aria-hidden>–</span>
                        <span className="wrap-anywhere">{text}</span>
                      </li>
                    ))}
                  </ul>
                </div>
              ))}
            </div>
          </section>
        )}
        {sources}
        <section>
          <Heading className="type-slip-head mb-0.5">{t('ui.receipt.unverified')}</Heading>
          {typeof unverified === 'string' ? <p className="not-verified w-fit">{unverified}</p> : unverified}
        </section>
        {promise && (
          <section>
            <Heading className="type-slip-head mb-0.5">{promise.heading}</Heading>
            {promise.lines.map((words) => (
              <p key={words} dir="auto" className="wrap-anywhere">
                {words}
              </p>
            ))}
          </section>
        )}
        <section>
          {facts.map(([label, value]) => (
            <ReceiptLine key={label} label={label} value={value} />
          ))}
        </section>
        <section>
          {cost.map(([label, value], index) => (
            <ReceiptLine key={label} strong={index === 0} label={label} value={value} />
          ))}
        </section>
      </div>
    </div>
  );
}
