import { IsRestoringProvider, type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { keepUnsent } from '../device/device-copy.ts';
import { startLive } from '../live/start-live.ts';
import { logProblem } from '../log.ts';
import { createQueryClient, retire } from './query-client.ts';
import { supabase } from './supabase.ts';
import { useDeviceCopy } from './use-device-copy.ts';

export interface QueryProviderProps {
  /** Null until it is known who is here; queries wait for it. May not become another user's. */
  userId: string | null;
  /** Registers how changes are sent, so that those kept from an earlier visit can be sent too. */
  prepare: (client: QueryClient) => void;
  children: ReactNode;
}

/** Provides one user's query cache. Set a `key`, so that each user gets their own. */
export function QueryProvider({ userId, prepare, children }: QueryProviderProps) {
  const [client] = useState(() => {
    const created = createQueryClient();
    prepare(created);
    return created;
  });
  const isRestored = useDeviceCopy(client, userId);
  useLiveUpdates(client, userId);
  return (
    <QueryClientProvider client={client}>
      <IsRestoringProvider value={!isRestored}>{children}</IsRestoringProvider>
    </QueryClientProvider>
  );
}

/** Follows the user's changes elsewhere, and retires the cache when the session ends. */
function useLiveUpdates(client: QueryClient, userId: string | null): void {
  useEffect(() => {
    if (userId === null) return undefined;
    const ending = new AbortController();
    const endWith = (end: () => void) => ending.signal.addEventListener('abort', end);
    supabase()
      .then((server) => {
        if (ending.signal.aborted) return undefined;
        const { data } = server.auth.onAuthStateChange((event) => {
          if (event !== 'SIGNED_OUT') return;
          void keepUnsent(userId, client);
          retire(client);
        });
        endWith(() => data.subscription.unsubscribe());
        return startLive(server, client, { userId, ending: ending.signal });
      })
      .catch((error: unknown) => logProblem('live updates could not be started', error));
    return () => ending.abort();
  }, [client, userId]);
}
