import type { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it } from 'vitest';
import type { RunEventRow } from '#domain/rows/run-row.ts';
import { createQueryClient } from '../server/query-client.ts';
import { queryKeys } from '../server/query-keys.ts';
import type { LiveText } from './live-text.ts';
import { forgetLive, mergeEvents, putRunEvent, putStoredText, putTextDelta } from './run-progress.ts';

const event = (seq: number, key = 'asked_model'): RunEventRow => ({
  run_id: 'r',
  seq,
  attempt: 1,
  key,
  params: {},
  created_at: '2026-11-20T10:00:00+00:00',
});

let client: QueryClient;
const seqs = () => client.getQueryData<RunEventRow[]>(queryKeys.progress('r'))?.map(({ seq }) => seq);
const isStale = () => client.getQueryState(queryKeys.progress('r'))?.isInvalidated;
const text = () => client.getQueryData<LiveText>(queryKeys.liveText('r'))?.text;

beforeEach(() => {
  client = createQueryClient();
});

describe('the steps of a run', () => {
  it('are ordered and without duplicates, however they arrive', () => {
    expect(mergeEvents([event(2), event(1)], [event(3), event(2)]).map(({ seq }) => seq)).toEqual([1, 2, 3]);
  });

  it('are refetched when one was missed', () => {
    putRunEvent(client, event(1));
    expect(isStale()).toBe(false);
    putRunEvent(client, event(3));
    expect(seqs()).toEqual([1, 3]);
    expect(isStale()).toBe(true);
  });
});

describe('the text of a run', () => {
  it('reports a missing piece, and when it was filled', () => {
    expect(putTextDelta(client, 'r', { attempt: 1, offset: 0, text: 'Three ' })).toBe(false);
    expect(putTextDelta(client, 'r', { attempt: 1, offset: 13, text: ' End.' })).toBe(true);
    expect(putStoredText(client, 'r', { attempt: 1, text: 'Three topics.' })).toBe(false);
    expect(text()).toBe('Three topics. End.');
  });

  it('starts over when the server resumes the run', () => {
    putTextDelta(client, 'r', { attempt: 1, offset: 0, text: 'Half of' });
    putStoredText(client, 'r', { attempt: 2, text: '' });
    expect(text()).toBe('');
  });

  it('is dropped once the run has ended', () => {
    putTextDelta(client, 'r', { attempt: 1, offset: 0, text: 'Three' });
    forgetLive(client, 'r');
    expect(text()).toBeUndefined();
  });
});
