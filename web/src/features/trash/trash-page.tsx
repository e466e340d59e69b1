import RotateCw from 'lucide-react/icons/rotate-cw';
import { type ReactNode, useState } from 'react';
import { TRASH_DAYS } from '#domain/trash.ts';
import { focusContent } from '#web/lib/device/focus.ts';
import { LoadedDialog } from '#web/lib/page/loaded-dialog.tsx';
import { QueryWaiting } from '#web/lib/server/query-waiting.tsx';
import { t } from '#web/texts/soon.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { TrashRow } from './trash-row.tsx';
import { type Doomed, useTrash } from './use-trash.ts';

const load = async () => (await import('./delete-forever-dialog.tsx')).DeleteForeverDialog;

/** Items deleted in the last 30 days. `back` links to the list from an empty trash. */
export function TrashPage({ back }: { back: ReactNode }) {
  const query = useTrash();
  const [doomed, setDoomed] = useState<Doomed | null>(null);
  const pages = query.data?.pages;
  const items = pages?.flatMap((page) => page.items) ?? [];
  const [newest] = items;
  const count = pages?.[0]?.count ?? 0;
  const goOn = () => {
    setDoomed(null);
    // The dialog restores focus to a button that is gone with its row.
    setTimeout(() => document.activeElement === document.body && focusContent());
  };
  return (
    <>
      <div className="mb-4 grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 md:flex">
        {/* On phones the sentence needs a full line. */}
        <div className="min-w-0 grow max-md:contents">
          <h1 className="type-title-2">{t('trash.title')}</h1>
          <p className="type-meta text-text-3 max-md:order-last max-md:col-span-2">
            {t('trash.lead', { days: TRASH_DAYS })}
          </p>
        </div>
        {newest && (
          <Button look="damage" onClick={() => setDoomed({ kind: 'all', newest, count })}>
            {t('trash.empty')}
          </Button>
        )}
      </div>
      {!pages ? (
        query.isError ? (
          <Unreachable busy={query.isFetching} onRetry={() => void query.refetch()} />
        ) : (
          <QueryWaiting isPaused={query.isPaused} awaited={t('trash.waiting')} />
        )
      ) : items.length === 0 ? (
        <EmptyState heading={t('trash.nothing')} action={back}>
          {t('trash.nothing.hint')}
        </EmptyState>
      ) : (
        <ul className="sheet border-t border-line max-md:-mx-4">
          {items.map((item) => (
            <TrashRow key={item.id} item={item} onDelete={(one) => setDoomed({ kind: 'one', item: one })} />
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <Button
          look="plain"
          size="s"
          className="mt-2 ms-(--margin)"
          busy={query.isFetchingNextPage}
          busyLabel={t('trash.loading_more')}
          onClick={() => void query.fetchNextPage()}
        >
          {t('trash.show_more')}
        </Button>
      )}
      {doomed && (
        <LoadedDialog
          load={load}
          props={{ doomed, onClose: () => setDoomed(null), onDeleted: goOn }}
          onClose={() => setDoomed(null)}
        />
      )}
    </>
  );
}

function Unreachable({ onRetry, busy }: { onRetry: () => void; busy: boolean }) {
  return (
    <EmptyState
      heading={t('trash.load_failed')}
      action={
        <Button
          icon={<RotateCw size={16} aria-hidden />}
          busy={busy}
          busyLabel={t('trash.trying')}
          onClick={onRetry}
        >
          {t('trash.try_again')}
        </Button>
      }
    >
      {t('trash.load_failed.hint')}
    </EmptyState>
  );
}
