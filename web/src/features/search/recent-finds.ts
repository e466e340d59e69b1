import { type QueryClient, useQuery } from '@tanstack/react-query';
import { type Find, readFinds } from './find.ts';

const KEY = ['recent_finds'];
const MOST = 5;

/** What was opened from the palette lately, the last first. It lies in this person's memory on the device. */
export function useRecentFinds(): Find[] {
  const { data } = useQuery<unknown>({ queryKey: KEY, enabled: false });
  return readFinds(data);
}

export function rememberFind(client: QueryClient, find: Find): void {
  client.setQueryData<unknown>(KEY, (kept: unknown) => [find, ...without(kept, find.id)].slice(0, MOST));
}

/** It turned out to be gone. */
export function forgetFind(client: QueryClient, id: string): void {
  client.setQueryData<unknown>(KEY, (kept: unknown) => without(kept, id));
}

const without = (kept: unknown, id: string): Find[] => readFinds(kept).filter((find) => find.id !== id);
