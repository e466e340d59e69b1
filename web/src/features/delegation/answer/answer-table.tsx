import { createContext, type ReactNode, use } from 'react';
import { t } from '#web/texts/later.ts';
import { ScrollBox } from '#web/ui/controls/scroll-box.tsx';
import { SaveTable } from '../evidence/save-table.tsx';
import { type TableNode, toTableCells } from './table-cells.ts';

/** Base name for files saved from an answer; null if nothing can be saved from it. */
export const AnswerTitle = createContext<string | null>(null);

/** A table in an answer; it can be saved where the answer is shown in full. */
export function AnswerTable({ node, children }: { node: TableNode | undefined; children: ReactNode }) {
  const title = use(AnswerTitle);
  const cells = title !== null && node ? toTableCells(node) : null;
  return (
    <>
      <ScrollBox label={t('delegation.table')} className="mt-3 overflow-x-auto">
        <table className="w-full border-collapse [font:400_.9375rem/1.5rem_var(--font-text)]">
          {children}
        </table>
      </ScrollBox>
      {title !== null && cells && (
        <div className="mt-1 flex">
          <SaveTable title={cells.columns.join(', ')} fileTitle={title} {...cells} />
        </div>
      )}
    </>
  );
}
