import type { Analysis } from '#domain/analysis/analysis.ts';
import { t } from '#web/texts/later.ts';
import { ReceiptLine } from '#web/ui/paper/receipt-line.tsx';
import { wordUsedTable } from './word-evidence.ts';

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
