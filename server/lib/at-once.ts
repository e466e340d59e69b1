/**
 * Works on items, `atOnce` at a time. After a failure none is begun any more, and the first failure is thrown once
 * those that were begun have ended.
 */
export async function eachAtOnce<T>(
  items: AsyncIterable<T> | Iterable<T>,
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  // All workers take from the same list.
  const rest = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  let isFailed = false;
  const takeAll = async (): Promise<void> => {
    try {
      while (!isFailed) {
        const next = await rest.next();
        if (next.done === true) return;
        await work(next.value);
      }
    } catch (error) {
      isFailed = true;
      throw error;
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, takeAll));
  for (const outcome of ended) if (outcome.status === 'rejected') throw outcome.reason;
}
