import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RunEventRow } from '#domain/rows/run-row.ts';
import { sampleRun } from '#web/lib/server/sample-rows.ts';
import { RunTrail } from './run-trail.tsx';

const events = vi.hoisted((): { of: RunEventRow[] } => ({ of: [] }));
vi.mock('./use-progress.ts', () => ({
  useProgress: () => ({ data: events.of }),
  useLiveText: () => '',
  useLivePreview: () => undefined,
}));
vi.mock('../use-delegate.ts', () => ({ useCancel: () => ({ isPending: false, mutate: () => undefined }) }));

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-06-01T12:00:20Z') }));
afterEach(() => vi.useRealTimers());

const RUN = sampleRun('run', 'task', {
  status: 'running',
  attempt: 1,
  created_at: '2026-06-01T12:00:00Z',
  finished_at: null,
});
const event = (key: string, second: number, params: RunEventRow['params']): RunEventRow => ({
  run_id: RUN.id,
  seq: second,
  attempt: 1,
  key,
  params,
  created_at: `2026-06-01T12:00:0${second}Z`,
});

test('a waiting run shows its reason and the seconds so far', () => {
  events.of = [event('asked_model', 1, { model: 'a/b' }), event('awaits', 8, { what: 'words', seconds: 5 })];
  const markup = renderToStaticMarkup(<RunTrail run={RUN} />);
  expect(markup).toContain('Waiting for the model to start…');
  expect(markup).toContain('17 s');
});

test('a run that streams text shows no waiting time', () => {
  events.of = [event('awaits', 8, { what: 'words', seconds: 5 }), event('words_came', 9, { seconds: 6 })];
  expect(renderToStaticMarkup(<RunTrail run={RUN} />)).not.toContain('17 s');
});
