import { Download } from 'lucide-react';
import type { Cell } from '#domain/analysis.ts';
import { saveText } from '#web/lib/device/save-text.ts';
import { toCsv } from '#web/lib/format/to-csv.ts';
import { t } from '#web/texts/app.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { toFileName } from '../download/file-name.ts';

interface SaveTableProps {
  /** What the table shows: which of several it is, for whoever does not see where the button stands. */
  title: string;
  /** What the file is named after, where that is another thing. */
  fileTitle?: string;
  columns: readonly string[];
  rows: readonly (readonly Cell[])[];
}

/** Saves a table as a file for a spreadsheet. */
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
