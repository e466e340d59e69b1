import { Download } from 'lucide-react';
import type { Cell } from '#domain/analysis.ts';
import { saveText } from '#web/lib/device/save-text.ts';
import { toCsv } from '#web/lib/format/to-csv.ts';
import { t } from '#web/texts/app.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { toFileName } from '../download/file-name.ts';

interface SaveTableProps {
  /** Names the table for screen readers, since there may be several. */
  title: string;
  /** Base name of the file, if not the title. */
  fileTitle?: string;
  columns: readonly string[];
  rows: readonly (readonly Cell[])[];
}

/** Saves a table as a CSV file. */
export function SaveTable({ title, fileTitle = title, columns, rows }: SaveTableProps) {
  return (
    <Button
      look="plain"
      size="s"
      className="ms-auto"
      icon={<Download size={14} aria-hidden />}
      onClick={() => saveText(toFileName(fileTitle, new Date(), 'csv'), toCsv(columns, rows), 'text/csv')}
    >
      {t('delegation.figure.save')}
      <span className="sr-only">: {title}</span>
    </Button>
  );
}
