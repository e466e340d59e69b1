import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Puts what the server has just said in the place of what is remembered. A read that is under way was asked before it,
 * and would put the old state back: it is begun anew.
 */
export function putLatest<Data>(
  client: QueryClient,
  queryKey: QueryKey,
  latest: Data | ((known: Data | undefined) => Data | undefined),
): void {
  client.setQueryData<Data>(queryKey, latest);
  restartReads(client, queryKey);
}

/** For what the person has changed: reads under way of all that begins with this key are begun anew. */
export function restartReads(client: QueryClient, queryKey: QueryKey): void {
  for (const query of underWay(client, queryKey)) {
    // A first read that began anew would make the page wait for longer.
    if (query.state.data === undefined) followUp(client, query);
    else void client.refetchQueries({ queryKey: query.queryKey, exact: true });
  }
}

/** For news, of which many may come in a row: reads under way are followed by one more. */
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
