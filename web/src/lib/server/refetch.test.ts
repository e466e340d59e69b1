import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from './query-client.ts';
import { followUpReads, putLatest, restartReads } from './refetch.ts';

const KEY = ['list', 'a'];

let client: QueryClient;
/** Answers the reads that were asked, the oldest first. */
let answers: ((row: string) => void)[];
const read = vi.fn<() => Promise<string>>(() => new Promise((resolve) => answers.push(resolve)));
const known = () => client.getQueryData<string>(KEY);

/** Somebody looks at it, as a page does. */
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

describe('what the server has just said', () => {
  it('is not taken back by a read that was asked before it', async () => {
    client.setQueryData(KEY, 'before');
    look();
    putLatest(client, KEY, 'after');
    await answer('before');
    expect(known()).toBe('after');
    await answer('after, as read');
    expect(known()).toBe('after, as read');
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('costs no read where none is under way', () => {
    client.setQueryData(KEY, 'before');
    putLatest(client, KEY, 'after');
    expect(read).not.toHaveBeenCalled();
  });

  it('leaves alone what nobody has read yet', () => {
    putLatest<string>(client, KEY, (before) => before && 'after');
    expect(known()).toBeUndefined();
  });
});

describe('reads under way', () => {
  it('are found by the beginning of their key', () => {
    client.setQueryData(KEY, 'before');
    look();
    restartReads(client, ['another']);
    expect(read).toHaveBeenCalledTimes(1);
    restartReads(client, ['list']);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('that are the first are not begun anew, but followed by another', async () => {
    look();
    restartReads(client, KEY);
    expect(read).toHaveBeenCalledTimes(1);
    await answer('without it');
    expect(known()).toBe('without it');
    expect(read).toHaveBeenCalledTimes(2);
    await answer('with it');
    expect(known()).toBe('with it');
  });

  it('are followed by one more, however many news have come', async () => {
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
