import { t as appText } from '#web/texts/later.ts';
import { t } from '#web/texts/pages.ts';

/** What the sample file holds, in euros. */
const SPENT = [
  ['rent', 14_280],
  ['groceries', 6_412],
  ['moving', 3_954],
  ['travel', 3_120],
  ['else', 2_611],
  ['insurance', 2_236],
  ['out', 1_874],
] as const;

const MOST = SPENT[0][1];
const STEPS = ['kept', 'left_out', 'added'] as const;

const QUERY = `select category, round(sum(amount)) as euros
from payments
group by category
order by euros desc`;

/** The text of the sample analysis, with its chart and how it was computed. */
export function DataResult() {
  return (
    <>
      <h3 className="type-title-2">{t('landing.data.title')}</h3>
      <p>{t('landing.data.lead')}</p>
      <figure>
        <dl className="sample-bars">
          {SPENT.map(([name, euros]) => (
            <div key={name} data-focus={name === 'moving' || undefined}>
              <dt>{t(`landing.data.${name}`)}</dt>
              <dd>
                <i style={{ inlineSize: `${(euros / MOST) * 78}%` }} />
                <span className="type-slip">{euros.toLocaleString('en')}</span>
              </dd>
            </div>
          ))}
        </dl>
        <figcaption className="type-meta text-text-3">{t('landing.data.caption')}</figcaption>
      </figure>
      <h4>
        {appText('delegation.computed.heading')}{' '}
        <span className="type-slip text-text-3">
          {appText('delegation.computed.count', { queries: 6, rows: 1248 })}
        </span>
      </h4>
      <ol>
        {STEPS.map((step) => (
          <li key={step}>{t(`landing.data.step.${step}`)}</li>
        ))}
      </ol>
      <pre className="type-slip">{QUERY}</pre>
    </>
  );
}
