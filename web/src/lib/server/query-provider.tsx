import type { QueryClient } from '@tanstack/react-query';
import { PersistQueryClientProvider } from '@tanstack/react-query-persist-client';
import { type ReactNode, useEffect, useState } from 'react';
import { keepUnsent, openDeviceCopy } from '../device/device-copy.ts';
import { followLiveUpdates } from '../live/live-updates.ts';
import { logProblem } from '../log.ts';
import { createQueryClient, retire } from './query-client.ts';
import { supabase } from './supabase.ts';

export interface QueryProviderProps {
  userId: string;
  /** Registers how changes are sent, so that those kept from an earlier visit can be sent too. */
  prepare: (client: QueryClient) => void;
  children: ReactNode;
}

/** Provides one user's query cache. Set `key={userId}`, so that each user gets their own. */
export function QueryProvider({ userId, prepare, children }: QueryProviderProps) {
  const [{ client, copy }] = useState(() => {
    const created = createQueryClient();
    prepare(created);
    return { client: created, copy: openDeviceCopy(userId) };
  });

  useEffect(() => {
    const ending = new AbortController();
    const endWith = (end: () => void) => ending.signal.addEventListener('abort', end);
    supabase().then(
      (server) => {
        if (ending.signal.aborted) return;
        endWith(followLiveUpdates(server, client, userId));
        const { data } = server.auth.onAuthStateChange((event) => {
          if (event !== 'SIGNED_OUT') return;
          void keepUnsent(userId, client);
          retire(client);
        });
        endWith(() => data.subscription.unsubscribe());
      },
      (error: unknown) => logProblem('live updates could not be started', error),
    );
    return () => ending.abort();
  }, [client, userId]);

  return (
    <PersistQueryClientProvider client={client} persistOptions={copy} onSuccess={() => goOn(client)}>
      {children}
    </PersistQueryClientProvider>
  );
}

/** Runs after the device's copy was restored. Not awaited: lists don't wait for queued changes. */
function goOn(client: QueryClient): void {
  void client.resumePausedMutations();
  // However recent the copy, a reload must fetch the server's state. What no copy holds isn't older than this page.
  void client.invalidateQueries({
    refetchType: 'none',
    predicate: ({ meta }) => meta?.['volatile'] !== true,
  });
}
