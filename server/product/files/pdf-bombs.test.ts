import { expect, it } from 'vitest';
import { GateShutError } from '#server/lib/work-gate.ts';
import { CONTENTS } from '#tests/bombs/pdf-content.ts';
import { STRUCTURES } from '#tests/bombs/pdf-structure.ts';
import { someOf } from '#tests/long-run.ts';
import { createFileWork, FileWorkError } from './file-work.ts';

/** Generous: on a busy machine a child takes a while to start. */
const work = createFileWork({ limit: 50_000 });
/** For files that would take minutes: a child starts in half a second. */
const hurried = createFileWork({ limit: 1_500 });

const BOMBS = [...STRUCTURES, ...CONTENTS].map((bomb) => [bomb.what, bomb] as const);
const EITHER = { kind: expect.stringMatching(/^(pdf|unusable)$/) };

it.each(someOf(BOMBS, 2))(
  'a PDF %s is read or rejected within the limits',
  async (_what, { make, textPages, why }) => {
    const ends = why
      ? { kind: 'unusable', why }
      : textPages === undefined
        ? EITHER
        : { kind: 'pdf', textPages };
    const by = ends === EITHER ? hurried : work;
    const inspected = by.inspect({ owner: 'anna', read: async () => make() }).catch((error: unknown) => {
      // It had no time to compute, within so few seconds.
      if (by === hurried && error instanceof GateShutError) return { kind: 'unusable' };
      throw error;
    });
    expect(await inspected).toMatchObject(ends);
  },
);

it.each(someOf(BOMBS, 2))('a PDF %s is drawn or given up within the limits', async (_what, { make }) => {
  const drawn = hurried.drawPage({ bytes: make(), page: 1, edge: 1024 }).catch((error: unknown) => {
    if (error instanceof FileWorkError || error instanceof GateShutError) return { type: 'image/jpeg' };
    throw error;
  });
  expect(await drawn).toMatchObject({ type: 'image/jpeg' });
});

it('a file that blocks its reader delays nobody else', async () => {
  const stop = new AbortController();
  const [, long] = BOMBS.find(([what]) => what.includes('written a million times')) ?? [];
  const read = async () => long?.make() ?? null;
  const ended = work.inspect({ owner: 'anna', read }, stop.signal).then(
    () => 'read',
    (reason: unknown) => reason,
  );
  const table = { owner: 'ben', read: async () => Buffer.from('name,n\na,1\n') };
  expect(await Promise.race([ended, work.inspect(table)])).toMatchObject({ kind: 'csv' });
  stop.abort('enough');
  expect(await ended).toBe('enough');
});
