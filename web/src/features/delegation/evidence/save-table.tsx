import Download from 'lucide-react/icons/download';
import FileText from 'lucide-react/icons/file-text';
import Image from 'lucide-react/icons/image';
import Sheet from 'lucide-react/icons/sheet';
import { useState } from 'react';
import type { Cell } from '#domain/analysis/analysis.ts';
import { toFileName } from '#domain/result-file-name.ts';
import { saveFile } from '#web/lib/device/save-file.ts';
import { saveText } from '#web/lib/device/save-text.ts';
import { toCsv } from '#web/lib/format/to-csv.ts';
import { logProblem } from '#web/lib/log.ts';
import { notify } from '#web/lib/page/toast.ts';
import { t } from '#web/texts/later.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Menu } from '#web/ui/overlays/menu.tsx';
import { MenuItem } from '#web/ui/overlays/menu-item.tsx';
import type { ChartToSave } from '../chart/paper-chart.ts';

interface SaveTableProps {
  /** Names the table for screen readers, since there may be several. */
  title: string;
  /** Base name of the file, if not the title. */
  fileTitle?: string;
  columns: readonly string[];
  rows: readonly (readonly Cell[])[];
  /** Drawn from the table. */
  chart?: ChartToSave | null;
}

/** Saves a table as a workbook or as CSV, and its chart as a picture. */
export function SaveTable({ title, fileTitle = title, columns, rows, chart = null }: SaveTableProps) {
  const [isBusy, setIsBusy] = useState(false);
  const save = async (format: 'xlsx' | 'svg' | 'png', write: () => Promise<Blob>) => {
    setIsBusy(true);
    try {
      saveFile(nameAs(format), await write());
    } catch (error) {
      logProblem('a table or chart could not be saved', error);
      notify.error(t('delegation.save_failed'));
    } finally {
      setIsBusy(false);
    }
  };
  const nameAs = (format: string): string => toFileName(fileTitle, new Date(), format);
  const writeWorkbook = async () => (await import('../download/write-xlsx.ts')).writeXlsx({ columns, rows });
  const writeChart = async (format: 'svg' | 'png', drawn: ChartToSave) =>
    (await import('../chart/draw-file.ts')).writeChart(format, drawn);
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
          {t(chart ? 'delegation.chart.save' : 'delegation.figure.save')}
          <span className="sr-only">: {title}</span>
        </Button>
      }
    >
      {chart &&
        (['png', 'svg'] as const).map((format) => (
          <MenuItem
            key={format}
            icon={<Image size={16} aria-hidden />}
            onSelect={() => void save(format, () => writeChart(format, chart))}
          >
            {t(`delegation.format.${format}`)}
          </MenuItem>
        ))}
      <MenuItem icon={<Sheet size={16} aria-hidden />} onSelect={() => void save('xlsx', writeWorkbook)}>
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
