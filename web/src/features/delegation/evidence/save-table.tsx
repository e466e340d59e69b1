import { Download, FileText, Sheet } from 'lucide-react';
import { useState } from 'react';
import type { Cell } from '#domain/analysis.ts';
import { saveFile } from '#web/lib/device/save-file.ts';
import { saveText } from '#web/lib/device/save-text.ts';
import { toCsv } from '#web/lib/format/to-csv.ts';
import { logProblem } from '#web/lib/log.ts';
import { notify } from '#web/lib/page/toast.ts';
import { t } from '#web/texts/app.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Menu } from '#web/ui/overlays/menu.tsx';
import { MenuItem } from '#web/ui/overlays/menu-item.tsx';
import { toFileName } from '../download/file-name.ts';

interface SaveTableProps {
  /** Names the table for screen readers, since there may be several. */
  title: string;
  /** Base name of the file, if not the title. */
  fileTitle?: string;
  columns: readonly string[];
  rows: readonly (readonly Cell[])[];
}

/** Saves a table as a workbook or as CSV. */
export function SaveTable({ title, fileTitle = title, columns, rows }: SaveTableProps) {
  const [isBusy, setIsBusy] = useState(false);
  const nameAs = (format: 'csv' | 'xlsx'): string => toFileName(fileTitle, new Date(), format);
  const saveWorkbook = async () => {
    setIsBusy(true);
    try {
      const { writeXlsx } = await import('../download/write-xlsx.ts');
      saveFile(nameAs('xlsx'), await writeXlsx({ columns, rows }));
    } catch (error) {
      logProblem('a table could not be saved', error);
      notify.error(t('delegation.save_failed'));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Menu
      trigger={
        <Button
          look="plain"
          size="s"
          className="ms-auto"
          busy={isBusy}
          icon={<Download size={14} aria-hidden />}
        >
          {t('delegation.figure.save')}
          <span className="sr-only">: {title}</span>
        </Button>
      }
    >
      <MenuItem icon={<Sheet size={16} aria-hidden />} onSelect={() => void saveWorkbook()}>
        {t('delegation.format.xlsx')}
      </MenuItem>
      <MenuItem
        icon={<FileText size={16} aria-hidden />}
        onSelect={() => saveText(nameAs('csv'), toCsv(columns, rows), 'text/csv')}
      >
        {t('delegation.format.csv')}
      </MenuItem>
    </Menu>
  );
}
