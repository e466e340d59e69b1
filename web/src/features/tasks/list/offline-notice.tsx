import { onlineManager } from '@tanstack/react-query';
import CloudOff from 'lucide-react/icons/cloud-off';
import { useSyncExternalStore } from 'react';
import { t } from '#web/texts/app.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';

/** Says that the network or the server is away, and that nothing is lost. */
export function OfflineNotice({ unsent }: { unsent: number }) {
  const isOnline = useSyncExternalStore(
    (changed) => onlineManager.subscribe(changed),
    () => onlineManager.isOnline(),
    () => true,
  );
  if (isOnline) return null;
  return (
    <div className="mt-4">
      <Notice icon={<CloudOff size={14} aria-hidden />}>
        {t(navigator.onLine ? 'tasks.offline.server' : 'tasks.offline.network', { unsent })}
      </Notice>
    </div>
  );
}
