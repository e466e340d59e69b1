import type { Analysis } from '#domain/analysis/analysis.ts';
import { t } from '#web/texts/later.ts';
import { ReceiptLine } from '#web/ui/paper/receipt-line.tsx';
import { wordIssue, wordTable } from './word-issue.ts';

/** Tables that an analysis used, in its receipt: file, row count, and what was skipped. */
export function TableList({ analysis: { tables } }: { analysis: Analysis }) {
  return (
    <section data-sources>
      <h3 className="type-slip-head mb-0.5 flex justify-between">
        <span>{t('delegation.evidence.sources')}</span>
        <span>{tables.length}</span>
      </h3>
      {tables.map((table) => {
        const { title, rows, notes } = wordUsedTable(table);
        return (
          <div key={table.name}>
            <ReceiptLine label={title} value={rows} />
            {notes.map((note) => (
              <p key={note} className="text-slip-text-2">
                {note}
              </p>
            ))}
          </div>
        );
      })}
    </section>
  );
}

export interface UsedTable {
  readonly title: string;
  readonly rows: string;
  /** Where it came from, and what of it wasn't used. */
  readonly notes: readonly string[];
}

export function wordUsedTable({
  file,
  page,
  sheet,
  origin,
  rows,
  issues,
}: Analysis['tables'][number]): UsedTable {
  const aside = issues
    .filter(({ key }) => SET_ASIDE.has(key))
    .reduce((sum, { params }) => sum + Number(params['rows'] ?? 0), 0);
  const notAsked = issues.find(({ key }) => key === 'not_asked');
  const notes = [
    origin === 'image' ? t('delegation.table_from_picture') : undefined,
    notAsked && wordIssue(notAsked),
    aside > 0 ? t('delegation.table_set_aside', { rows: aside }) : undefined,
  ];
  return {
    title: wordTable({ file, page, sheet }),
    rows: t('delegation.table_rows', { rows }),
    notes: notes.filter((note) => note !== undefined),
  };
}

const SET_ASIDE = new Set([
  'notes_set_aside',
  'totals_set_aside',
  'sums_set_aside',
  'broken_rows',
  'lines_between',
  'cut',
]);
