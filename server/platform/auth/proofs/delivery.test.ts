import { expect, it } from 'vitest';
import { systemClock } from '#server/lib/clock.ts';
import { createLog } from '#server/lib/log.ts';
import { refusals } from '../wire/auth-error.ts';
import { createDelivery } from './delivery.ts';

interface Notice {
  readonly kind: string;
}

class NoSuchPerson extends Error {}

/** Creates a delivery whose server fails the given number of times, and records its log. */
function make(failures: number, { error = new Error('down'), waits = [1, 1, 1] } = {}) {
  const taken: Notice[] = [];
  let left = failures;
  let tries = 0;
  const lost: string[] = [];
  const delivery = createDelivery<Notice>({
    async deliver(message) {
      tries += 1;
      if (left-- > 0) throw error;
      taken.push(message);
    },
    isAboutRecipient: (cause) => cause instanceof NoSuchPerson,
    refuse: refusals.mailFailed,
    name: 'an email',
    clock: systemClock,
    log: createLog('error', (line) => lost.push(line)),
    waits,
  });
  return { delivery, taken, lost, tries: () => tries };
}

const NOTICE = { kind: 'factor_removed' };

it('a notice is retried until the server accepts it', async () => {
  const { delivery, taken, lost } = make(3);
  delivery.tell(NOTICE);
  await expect.poll(() => taken).toEqual([NOTICE]);
  expect(lost).toEqual([]);
});

it('a notice that is never accepted is dropped and logged', async () => {
  const { delivery, lost, tries } = make(9);
  delivery.tell(NOTICE);
  await expect.poll(() => lost.length).toBe(1);
  expect(tries()).toBe(4);
});

it('a notice to an unknown recipient is not retried', async () => {
  const { delivery, lost, tries } = make(1, { error: new NoSuchPerson() });
  delivery.tell(NOTICE);
  await expect.poll(() => lost.length).toBe(1);
  expect(tries()).toBe(1);
});

it('a message that a person can request again is not retried', async () => {
  const { delivery, lost, tries } = make(1);
  delivery.sendBeside(NOTICE);
  await expect.poll(() => lost.length).toBe(1);
  expect(tries()).toBe(1);
});

it('shutting down does not wait for a retry', async () => {
  const { delivery, lost, tries } = make(1, { waits: [600_000] });
  delivery.tell(NOTICE);
  await expect.poll(tries).toBe(1);
  await delivery.drain();
  expect(lost).toHaveLength(1);
  expect(tries()).toBe(1);
});
