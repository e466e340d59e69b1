import { slipNumber } from '#web/lib/format/slip-number.ts';
import { t } from '#web/texts/settings.ts';
import { toMoment } from '../moments.ts';
import { signed, toWords } from './history-words.ts';
import type { HistoryLine } from './read-credits.ts';

const HEAD = 'type-meta-strong border-b border-line-strong py-2 not-last:pe-4 text-text-3';
const CELL = 'border-b border-line py-2.25 not-last:pe-4 align-baseline';
const NOTED = 'type-slip whitespace-nowrap text-text-3 max-lg:hidden';
const FIGURE = 'text-end whitespace-nowrap';

/** The ledger as a table; on narrow screens, date and number move below the description. */
export function HistoryTable({ lines }: { lines: readonly HistoryLine[] }) {
  return (
    <table className="w-full border-collapse">
      <thead>
        <tr>
          <th className={`${HEAD} text-start max-lg:hidden`}>{t('settings.history.when')}</th>
          <th className={`${HEAD} text-start max-lg:hidden`}>{t('settings.history.number')}</th>
          <th className={`${HEAD} text-start`}>{t('settings.history.entry')}</th>
          <th className={`${HEAD} text-end`}>{t('settings.history.change')}</th>
          <th className={`${HEAD} text-end`}>{t('settings.history.balance')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <Line key={line.line} line={line} />
        ))}
      </tbody>
    </table>
  );
}

function Line({ line }: { line: HistoryLine }) {
  const { title, why } = toWords(line);
  const when = <time dateTime={line.created_at}>{toMoment(line.created_at)}</time>;
  return (
    <tr>
      <td className={`${CELL} ${NOTED}`}>{when}</td>
      <td className={`${CELL} ${NOTED}`}>{slipNumber(line.slip_number)}</td>
      <td className={`${CELL} w-full`}>
        <span dir="auto" className="type-ui font-normal wrap-anywhere">
          {title}
        </span>
        <span className="type-meta block text-text-3">{why}</span>
        <span className="type-slip block text-text-3 lg:hidden">
          {when}
          {line.slip_number !== null && `, ${slipNumber(line.slip_number)}`}
        </span>
      </td>
      <td className={`${CELL} ${FIGURE} ${line.amount > 0 ? 'type-slip-head' : 'type-slip'}`}>
        {signed(line.amount)}
      </td>
      <td className={`${CELL} ${FIGURE} type-slip`}>{line.balance}</td>
    </tr>
  );
}
