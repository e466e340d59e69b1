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
  /** Teaches the client how to send changes, so that those kept from an earlier visit can be sent too. */
  prepare: (client: QueryClient) => void;
  children: ReactNode;
}

/** Gives everything below the memory of one user. Set `key={userId}`, so that another user gets another one. */
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

/** After the copy of an earlier visit is there. Nothing is awaited: the lists do not wait for the changes. */
function goOn(client: QueryClient): void {
  void client.resumePausedMutations();
  // However young the copy is: whoever loads a page again wants to see what the server has.
  void client.invalidateQueries({ refetchType: 'none' });
}
