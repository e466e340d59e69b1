import type { Analysis } from '#domain/analysis/analysis.ts';
import { t } from '#web/texts/later.ts';
import { ReceiptLine } from '#web/ui/paper/receipt-line.tsx';
import { wordIssue, wordTable } from './word-issue.ts';

/** Tables that an analysis used, in its receipt: file, row count, and what was skipped. */
export function TableList({ analysis: { tables } }: { analysis: Analysis }) {
  return (
    <section>
      <h3 className="type-slip-head mb-0.5 flex justify-between">
        <span>{t('delegation.evidence.sources')}</span>
        <span>{tables.length}</span>
      </h3>
      {tables.map(({ name, file, page, sheet, origin, rows, issues }) => {
        const aside = issues
          .filter(({ key }) => SET_ASIDE.has(key))
          .reduce((sum, { params }) => sum + Number(params['rows'] ?? 0), 0);
        const notAsked = issues.find(({ key }) => key === 'not_asked');
        const title = wordTable({ file, page, sheet });
        return (
          <div key={name}>
            <ReceiptLine label={title} value={t('delegation.table_rows', { rows })} />
            {origin === 'image' && <p className="text-slip-text-2">{t('delegation.table_from_picture')}</p>}
            {notAsked && <p className="text-slip-text-2">{wordIssue(notAsked)}</p>}
            {aside > 0 && (
              <p className="text-slip-text-2">{t('delegation.table_set_aside', { rows: aside })}</p>
            )}
          </div>
        );
      })}
    </section>
  );
}

const SET_ASIDE = new Set([
  'notes_set_aside',
  'totals_set_aside',
  'sums_set_aside',
  'broken_rows',
  'lines_between',
  'cut',
]);
