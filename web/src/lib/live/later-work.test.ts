import { describe, expect, it } from 'vitest';
import { sampleListed, sampleRun, sampleTask } from '../server/sample-rows.ts';
import { laterRun, withLaterWork } from './later-work.ts';

const queued = sampleRun('r', 't');
const running = sampleRun('r', 't', { status: 'running', attempt: 1 });
const waiting = sampleRun('r', 't', { status: 'queued', attempt: 1 });
const again = sampleRun('r', 't', { status: 'running', attempt: 2 });
const failed = sampleRun('r', 't', { status: 'failed', attempt: 2 });

describe('of two states of a run', () => {
  it('the later one wins, in whichever order they arrive', () => {
    const inOrder = [queued, running, waiting, again, failed];
    inOrder.reduce((before, after) => {
      expect(laterRun(before, after)).toBe(after);
      return after;
    });
    expect(laterRun(failed, queued)).toBe(failed);
    expect(laterRun(failed, again)).toBe(failed);
    expect(laterRun(again, waiting)).toBe(again);
    expect(laterRun(running, queued)).toBe(running);
  });

  it('those of different runs are ordered by creation', () => {
    const next = sampleRun('next', 't', { created_at: '2026-11-20T10:06:00+00:00' });
    expect(laterRun(failed, next)).toBe(next);
    expect(laterRun(next, failed)).toBe(next);
    expect(laterRun(null, next)).toBe(next);
  });
});

describe('a row fetched while updates arrived', () => {
  const delivery = {
    id: 'a',
    is_demo: false,
    created_at: '2026-11-20T10:07:00+00:00',
    preview: 'Boxes',
    files: [],
    source_count: 0,
    gap_count: 0,
    run: failed,
  };
  const known = { ...sampleListed(sampleTask('t')), run: failed, delivery };

  it('does not revert known state', () => {
    expect(withLaterWork(known, sampleListed(sampleTask('t')))).toMatchObject({ run: failed, delivery });
    expect(withLaterWork(known, { ...known, run: queued, delivery: null })).toMatchObject({
      run: failed,
      delivery,
    });
  });

  it('does not revert later changes', () => {
    const ticked = sampleTask('t', { is_completed: true, updated_at: '2026-11-20T10:00:00.5+00:00' });
    const read = sampleListed(sampleTask('t', { title: 'Old' }));
    expect(withLaterWork(sampleListed(ticked), read)).toMatchObject({ is_completed: true });
    expect(withLaterWork(read, sampleListed(ticked))).toMatchObject({ is_completed: true });
  });

  it('adds what is new', () => {
    const later = { ...delivery, id: 'b', created_at: '2026-11-20T10:09:00+00:00' };
    const row = { ...sampleListed(sampleTask('t', { title: 'Renamed' })), run: failed, delivery: later };
    expect(withLaterWork(known, row)).toMatchObject({ title: 'Renamed', delivery: { id: 'b' } });
    expect(withLaterWork(sampleListed(sampleTask('t')), row)).toEqual(row);
  });
});
