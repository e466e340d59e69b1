import { onlineManager } from '@tanstack/react-query';
import { CloudOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { Notice } from '#web/ui/notice.tsx';

/** Says that there is no network, or no server behind it, and that nothing is lost by it. */
export function OfflineNotice({ unsent }: { unsent: number }) {
  const isOnline = useSyncExternalStore(
    (changed) => onlineManager.subscribe(changed),
    () => onlineManager.isOnline(),
    () => true,
  );
  if (isOnline) return null;
  const kept =
    unsent === 1
      ? '1 change is kept here and sent later.'
      : `${unsent} changes are kept here and sent later.`;
  return (
    <div className="mt-4">
      <Notice icon={<CloudOff size={14} aria-hidden />}>
        {navigator.onLine ? 'The server cannot be reached.' : 'You are offline.'} {unsent > 0 && kept}
      </Notice>
    </div>
  );
}
