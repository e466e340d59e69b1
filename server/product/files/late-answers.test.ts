import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { inChild, type Supervision } from './in-child.ts';

const supervision: Supervision = {
  stop: AbortSignal.timeout(50_000),
  given: undefined,
  memory: 2 ** 30,
  computing: 50_000,
};
const CHILDREN = 10;

/** Blocks this process. */
const block = (milliseconds: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
};

it('reads the results of children that exit while their parent is busy', async () => {
  const heard = Array.from({ length: CHILDREN }, async (_child, at) => {
    await wait(at * 60);
    const answer = await inChild({ act: 'inspect', bytes: Buffer.from('a,b\n1,2\n') }, supervision);
    block(250);
    return answer;
  });
  expect(await Promise.all(heard)).toMatchObject(Array.from({ length: CHILDREN }, () => ({ kind: 'csv' })));
});
