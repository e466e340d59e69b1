import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { saveText } from '#web/lib/device/save-text.ts';
import { logProblem } from '#web/lib/log.ts';
import { notify } from '#web/lib/page/toast.ts';
import { t } from '#web/texts/settings.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { historyCsv } from './history-csv.ts';
import { readWholeHistory } from './read-credits.ts';

/** The whole history as a file for a spreadsheet. */
export function HistoryExport() {
  const { mutate, isPending } = useMutation({
    networkMode: 'always',
    retry: false,
    mutationFn: readWholeHistory,
    onSuccess: (lines) => saveText(fileName(), historyCsv(lines), 'text/csv'),
    onError: (error) => {
      logProblem('the history could not be read', error);
      notify.error(t('settings.history.export_failed'));
    },
  });
  return (
    <Button
      look="plain"
      size="s"
      className="-me-2.5 ms-auto"
      icon={<Download size={14} aria-hidden />}
      busy={isPending}
      busyLabel={t('settings.history.exporting')}
      onClick={() => mutate()}
    >
      {t('settings.history.export')}
    </Button>
  );
}

const fileName = () => `credit-history-${new Date().toISOString().slice(0, 10)}.csv`;
