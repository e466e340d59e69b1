import type { QueryClient } from '@tanstack/react-query';
import {
  type PersistQueryClientOptions,
  persistQueryClientRestore,
  persistQueryClientSubscribe,
} from '@tanstack/react-query-persist-client';
import { useEffect, useRef, useState } from 'react';
import { openDeviceCopy } from '../device/device-copy.ts';
import { logProblem } from '../log.ts';

interface Copy {
  readonly options: PersistQueryClientOptions;
  readonly restored: Promise<void>;
}

/**
 * Restores the user's cache from this device, then keeps the device's copy current. Returns whether it is restored,
 * which it isn't before the user is known. Does what the library's own provider does, but that one can't wait for the
 * user without mounting everything below it anew.
 */
export function useDeviceCopy(client: QueryClient, userId: string | null): boolean {
  const [isRestored, setRestored] = useState(false);
  // Kept, because effects run twice during development, and a second restore would double the unsent changes.
  const copy = useRef<Copy>(null);
  useEffect(() => {
    if (userId === null) return undefined;
    copy.current ??= restore({ ...openDeviceCopy(userId), queryClient: client });
    const { options, restored } = copy.current;
    const ending = new AbortController();
    void restored.then(() => {
      if (ending.signal.aborted) return;
      setRestored(true);
      ending.signal.addEventListener('abort', persistQueryClientSubscribe(options));
    });
    return () => ending.abort();
  }, [client, userId]);
  return isRestored;
}

/** `restored` never rejects: a copy that can't be read is removed, and the lists come from the server. */
function restore(options: PersistQueryClientOptions): Copy {
  const restored = persistQueryClientRestore(options).then(
    () => goOn(options.queryClient),
    (error: unknown) => logProblem('the copy on this device could not be restored', error),
  );
  return { options, restored };
}

/** Not awaited: lists don't wait for queued changes. */
function goOn(client: QueryClient): void {
  void client.resumePausedMutations();
  // However recent the copy, a reload must fetch the server's state. What no copy holds isn't older than this page.
  void client.invalidateQueries({
    refetchType: 'none',
    predicate: ({ meta }) => meta?.['volatile'] !== true,
  });
}
