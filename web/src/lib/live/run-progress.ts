import type { QueryClient } from '@tanstack/react-query';
import type { RunEventRow } from '#domain/rows/run-row.ts';
import { queryKeys } from '../server/query-keys.ts';
import { addDelta, addStored, hasGap, type LiveText, NO_TEXT, type TextDelta } from './live-text.ts';

/** Events of a run by `seq`, without duplicates. */
export function mergeEvents(known: readonly RunEventRow[], more: readonly RunEventRow[]): RunEventRow[] {
  const bySeq = new Map([...known, ...more].map((event) => [event.seq, event]));
  return [...bySeq.values()].toSorted((a, b) => a.seq - b.seq);
}

/** Adds a live event. `seq` counts from 1 without gaps, so a gap means that one was missed. */
export function putRunEvent(client: QueryClient, event: RunEventRow): void {
  const key = queryKeys.progress(event.run_id);
  const events = mergeEvents(client.getQueryData<RunEventRow[]>(key) ?? [], [event]);
  client.setQueryData<RunEventRow[]>(key, events);
  if (events.at(-1)?.seq !== events.length) void client.invalidateQueries({ queryKey: key });
}

/** Adds a piece of text. Returns true if an earlier one is missing. */
export function putTextDelta(client: QueryClient, runId: string, delta: TextDelta): boolean {
  return changeText(client, runId, (live) => addDelta(live, delta));
}

/** Merges the stored text. Returns true if a piece is still missing. */
export function putStoredText(
  client: QueryClient,
  runId: string,
  stored: { attempt: number; text: string },
): boolean {
  return changeText(client, runId, (live) => addStored(live, stored));
}

/** Stores a preview of a run's picture, as a `data:` URL. */
export function putPreview(client: QueryClient, runId: string, picture: string): void {
  client.setQueryData<string>(queryKeys.livePreview(runId), picture);
}

/** Drops text and preview of a finished run, which its answer replaces. */
export function forgetLive(client: QueryClient, runId: string): void {
  client.removeQueries({ queryKey: queryKeys.liveText(runId) });
  client.removeQueries({ queryKey: queryKeys.livePreview(runId) });
}

function changeText(client: QueryClient, runId: string, change: (live: LiveText) => LiveText): boolean {
  const key = queryKeys.liveText(runId);
  const live = change(client.getQueryData<LiveText>(key) ?? NO_TEXT);
  client.setQueryData<LiveText>(key, live);
  return hasGap(live);
}
