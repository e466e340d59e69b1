import { expect, it, vi } from 'vitest';
import { silentLog } from '#server/lib/log.ts';
import { NOTHING_USED } from '../ai/models/make-call.ts';
import { RunNotes, type RunNotesOptions } from './run-notes.ts';
import { RunStop } from './run-stop.ts';

it('a recorded call that is not made because the run was stopped costs nothing', async () => {
  const stop = new AbortController();
  const settleCall = vi.fn(async () => undefined);
  const store: RunNotesOptions['store'] = {
    async beginCall() {
      stop.abort(new RunStop('cancelled'));
      return { callId: 7 };
    },
    settleCall,
    addSteps: async () => true,
    noteGeneration: async () => undefined,
    readJournal: async () => new Map(),
    recordAction: async () => true,
  };
  const run = { runId: 'run', attempt: 1 };
  const notes = new RunNotes({ store, log: silentLog, run, type: 'answer', stop, calls: 0, maxCalls: 4 });
  const call = { model: 'test/fast', promptTokens: 1, maxTokens: 1 };
  await expect(notes.call(call)).rejects.toMatchObject({ why: 'cancelled' });
  await notes.written();
  expect(settleCall).toHaveBeenCalledExactlyOnceWith(7, 'test/fast', NOTHING_USED);
  expect(notes.calls).toBe(0);
});

it('a call without enough money beside another waits for that to end; without any other it is refused', async () => {
  let free = 1;
  const store: RunNotesOptions['store'] = {
    async beginCall() {
      if (free === 0) return { refused: 'run_budget' };
      free -= 1;
      return { callId: free };
    },
    settleCall: async () => {
      free += 1;
    },
    addSteps: async () => true,
    noteGeneration: async () => undefined,
    readJournal: async () => new Map(),
    recordAction: async () => true,
  };
  const stop = new AbortController();
  const run = { runId: 'run', attempt: 1 };
  const notes = new RunNotes({ store, log: silentLog, run, type: 'answer', stop, calls: 0, maxCalls: 4 });
  const call = { model: 'test/fast', promptTokens: 1, maxTokens: 1 };
  const first = await notes.call(call);
  const second = notes.call(call);
  const third = notes.call(call);
  first.settle(NOTHING_USED);
  first.over();
  const begun = await Promise.race([second, third]);
  expect(notes.calls).toBe(2);
  // Never settled, so its reserve counts as spent.
  begun.over();
  await expect(Promise.all([second, third])).rejects.toMatchObject({ why: 'run_budget' });
  expect(notes.calls).toBe(2);
});
