import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Writes the server's latest value to the cache. A pending read may predate it and would revert it, so it is
 * restarted.
 */
export function putLatest<Data>(
  client: QueryClient,
  queryKey: QueryKey,
  latest: Data | ((known: Data | undefined) => Data | undefined),
): void {
  client.setQueryData<Data>(queryKey, latest);
  restartReads(client, queryKey);
}

/** After the user's own change: restarts pending reads of all keys with this prefix. */
export function restartReads(client: QueryClient, queryKey: QueryKey): void {
  for (const query of underWay(client, queryKey)) {
    // Restarting a first read would make the page wait longer.
    if (query.state.data === undefined) followUp(client, query);
    else void client.refetchQueries({ queryKey: query.queryKey, exact: true });
  }
}

/** After live updates, which may come in bursts: pending reads are followed by one more. */
export function followUpReads(client: QueryClient, queryKey: QueryKey): void {
  for (const query of underWay(client, queryKey)) followUp(client, query);
}

const underWay = (client: QueryClient, queryKey: QueryKey) =>
  client.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' });

const followed = new WeakSet<Query>();

function followUp(client: QueryClient, query: Query): void {
  if (followed.has(query)) return;
  followed.add(query);
  const readOnceMore = () => {
    followed.delete(query);
    void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
  };
  void query.promise?.then(readOnceMore, readOnceMore);
}
