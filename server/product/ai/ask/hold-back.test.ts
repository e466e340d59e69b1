import { expect, test } from 'vitest';
import { createMemoryJournal } from '#tests/engines/memory-journal.ts';
import { toolContext } from '#tests/worlds/tool-attempt.ts';
import { holdBack } from './hold-back.ts';

const CALL = { model: 'm', promptTokens: 1, maxTokens: 1 };
const ENTRY = { step: 'plan', version: 'test', result: { ok: true }, lines: [] };
/** Long enough for everything that waits for nothing but promises. */
const settled = () => new Promise(setImmediate);

/** A tool that calls twice, then records a step and shows a text. */
function begin() {
  const done: string[] = [];
  const journal = createMemoryJournal();
  const outer = toolContext({
    journal,
    onText: () => void done.push('text'),
    beforeCall(call) {
      done.push('call');
      return toolContext().beforeCall(call);
    },
  });
  const held = holdBack(outer);
  const { context } = held;
  context.onText('Hello');
  const calls = [context.beforeCall(CALL), context.beforeCall(CALL)];
  const record = context.journal.record(ENTRY);
  return { ...held, done, journal, ended: Promise.allSettled([...calls, record]) };
}

test('before the decision, work makes one call, and neither shows nor records anything', async () => {
  const { done, journal } = begin();
  await settled();
  expect(done).toEqual(['call']);
  expect(journal.results.size).toBe(0);
});

test('released, it shows what it held back, records, and makes its other calls', async () => {
  const held = begin();
  const { ended, done, journal } = held;
  await settled();
  held.release();
  await ended;
  expect(done).toEqual(['call', 'text', 'call']);
  expect([...journal.results.keys()]).toEqual(['plan']);
});

test('dropped, it ends for that reason, with nothing shown, recorded or called again', async () => {
  const held = begin();
  const { context, ended, done, journal } = held;
  const reason = new Error('there are questions');
  held.drop(reason);
  expect(context.signal.reason).toBe(reason);
  expect((await ended).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
  context.onText('late');
  expect(done).toEqual(['call']);
  expect(journal.results.size).toBe(0);
});
