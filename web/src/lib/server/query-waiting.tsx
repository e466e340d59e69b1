import CloudOff from 'lucide-react/icons/cloud-off';
import { useState } from 'react';
import { t } from '#web/texts/app.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { LoadingPage, type LoadingPageProps } from '#web/ui/feedback/loading-page.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { lookNow } from './wait-for-server.ts';

interface QueryWaitingProps extends LoadingPageProps {
  /** Nothing is being fetched: the network or the server is away. */
  isPaused: boolean;
}

/** Loading state, or the reason why nothing loads. */
export function QueryWaiting({ isPaused, ...waiting }: QueryWaitingProps) {
  return isPaused ? <PausedNotice /> : <LoadingPage {...waiting} />;
}

/** Says why loading is paused. It resumes by itself once the server is back, or on a click. */
export function PausedNotice() {
  const [isAsking, setAsking] = useState(false);
  const ask = () => {
    setAsking(true);
    void lookNow().finally(() => setAsking(false));
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <Notice icon={<CloudOff size={14} aria-hidden />}>
        {t(navigator.onLine ? 'ui.paused.server' : 'ui.paused.network')}
      </Notice>
      <Button look="plain" size="s" busy={isAsking} busyLabel={t('ui.trying')} onClick={ask}>
        {t('ui.try_again')}
      </Button>
    </div>
  );
}
