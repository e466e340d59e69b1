import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from './query-client.ts';
import { followUpReads, putLatest, restartReads } from './refetch.ts';

const KEY = ['list', 'a'];

let client: QueryClient;
/** Resolves pending reads, oldest first. */
let answers: ((row: string) => void)[];
const read = vi.fn<() => Promise<string>>(() => new Promise((resolve) => answers.push(resolve)));
const known = () => client.getQueryData<string>(KEY);

/** Observes the query, as a page does. */
function look(): void {
  new QueryObserver(client, { queryKey: KEY, queryFn: read, staleTime: 0 }).subscribe(() => undefined);
}

beforeEach(() => {
  client = createQueryClient();
  answers = [];
  read.mockClear();
});

async function answer(row: string): Promise<void> {
  answers.shift()?.(row);
  await new Promise((resolve) => setTimeout(resolve));
}

describe('a value from the server', () => {
  it('is not reverted by a read that started before it', async () => {
    client.setQueryData(KEY, 'before');
    look();
    putLatest(client, KEY, 'after');
    await answer('before');
    expect(known()).toBe('after');
    await answer('after, as read');
    expect(known()).toBe('after, as read');
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('causes no read if none is pending', () => {
    client.setQueryData(KEY, 'before');
    putLatest(client, KEY, 'after');
    expect(read).not.toHaveBeenCalled();
  });

  it('leaves a query that was never read alone', () => {
    putLatest<string>(client, KEY, (before) => before && 'after');
    expect(known()).toBeUndefined();
  });
});

describe('pending reads', () => {
  it('are found by a prefix of their key', () => {
    client.setQueryData(KEY, 'before');
    look();
    restartReads(client, ['another']);
    expect(read).toHaveBeenCalledTimes(1);
    restartReads(client, ['list']);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('are followed up instead of restarted if they are the first', async () => {
    look();
    restartReads(client, KEY);
    expect(read).toHaveBeenCalledTimes(1);
    await answer('without it');
    expect(known()).toBe('without it');
    expect(read).toHaveBeenCalledTimes(2);
    await answer('with it');
    expect(known()).toBe('with it');
  });

  it('are followed by one more, however many updates arrive', async () => {
    client.setQueryData(KEY, 'before');
    look();
    for (let news = 0; news < 5; news += 1) followUpReads(client, KEY);
    expect(read).toHaveBeenCalledTimes(1);
    await answer('before');
    expect(read).toHaveBeenCalledTimes(2);
    await answer('after');
    expect(known()).toBe('after');
    expect(read).toHaveBeenCalledTimes(2);
  });
});
