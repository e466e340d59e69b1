import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryKeys } from '#web/lib/server/query-keys.ts';
import { t } from '#web/texts/settings.ts';
import { Pager } from '#web/ui/controls/pager.tsx';
import { Section } from '../section.tsx';
import { SectionQuery } from '../section-query.tsx';
import { HistoryExport } from './history-export.tsx';
import { HistoryTable } from './history-table.tsx';
import { LINES_PER_PAGE, readHistory } from './read-credits.ts';

/** Every line of the ledger, the latest first. */
export function HistorySection() {
  const [page, setPage] = useState(0);
  const query = useQuery({
    queryKey: queryKeys.creditHistory(page),
    queryFn: () => readHistory(page),
    placeholderData: keepPreviousData,
    // Looked at now and then: no device needs a copy.
    meta: { volatile: true },
  });
  const total = query.data?.total ?? 0;
  return (
    <Section id="history" title={t('settings.history')} aside={total > 0 && <HistoryExport />}>
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
    </Section>
  );
}
