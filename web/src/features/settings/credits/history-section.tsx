import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import { useId, useState } from 'react';
import { saveText } from '#web/lib/device/save-text.ts';
import { slipNumber } from '#web/lib/format/slip-number.ts';
import { toCsv } from '#web/lib/format/to-csv.ts';
import { logProblem } from '#web/lib/log.ts';
import { notify } from '#web/lib/page/toast.ts';
import { queryKeys } from '#web/lib/server/query-keys.ts';
import { t } from '#web/texts/settings.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Pager } from '#web/ui/controls/pager.tsx';
import { SectionQuery } from '../section-query.tsx';
import { HistoryTable } from './history-table.tsx';
import { toWords } from './history-words.ts';
import { type HistoryLine, LINES_PER_PAGE, readHistory, readWholeHistory } from './read-credits.ts';

/** Saves the whole history as CSV. */
function HistoryExport() {
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

/** The whole history as CSV. */
export function historyCsv(lines: readonly HistoryLine[]): string {
  const head = [
    t('settings.history.when'),
    t('settings.history.number'),
    t('settings.history.entry'),
    t('settings.history.why'),
    t('settings.history.change'),
    t('settings.history.balance'),
  ];
  const rows = lines.map((line) => {
    const { title, why } = toWords(line);
    return [line.created_at, slipNumber(line.slip_number) ?? '', title, why, line.amount, line.balance];
  });
  return toCsv(head, rows);
}

/** Every ledger entry, newest first. */
export function HistorySection() {
  const titleId = useId();
  const [page, setPage] = useState(0);
  const query = useQuery({
    queryKey: queryKeys.creditHistory(page),
    queryFn: () => readHistory(page),
    placeholderData: keepPreviousData,
    // Rarely viewed, so not copied to the device.
    meta: { volatile: true },
  });
  const total = query.data?.total ?? 0;
  return (
    <section aria-labelledby={titleId} className="mt-8">
      <div className="mb-2 flex min-h-7 items-center gap-3">
        <h3 id={titleId} className="type-title-3">
          {t('settings.history')}
        </h3>
        {total > 0 && <HistoryExport />}
      </div>
      <SectionQuery query={query} failed={t('settings.history.load_failed')}>
        {({ page: shown, lines }) =>
          total === 0 ? (
            <p className="text-text-3">{t('settings.history.none')}</p>
          ) : (
            <>
              <HistoryTable lines={lines} />
              <Pager
                label={t('settings.history.pager')}
                page={shown}
                perPage={LINES_PER_PAGE}
                total={total}
                onTurn={setPage}
                className="pt-3"
              />
            </>
          )
        }
      </SectionQuery>
    </section>
  );
}
