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
    name: 'mail',
    clock: systemClock,
    log: createLog('error', (line) => lost.push(line)),
    waits,
  });
  return { delivery, taken, lost, tries: () => tries };
}

const NOTICE = { kind: 'factor_removed' };

it('a notice is sent once the server takes it again', async () => {
  const { delivery, taken, lost } = make(3);
  delivery.tell(NOTICE);
  await expect.poll(() => taken).toEqual([NOTICE]);
  expect(lost).toEqual([]);
});

it('a notice that is refused to the end is given up, and the log says so', async () => {
  const { delivery, lost, tries } = make(9);
  delivery.tell(NOTICE);
  await expect.poll(() => lost.length).toBe(1);
  expect(tries()).toBe(4);
});

it('a notice to an address that does not exist is tried once', async () => {
  const { delivery, lost, tries } = make(1, { error: new NoSuchPerson() });
  delivery.tell(NOTICE);
  await expect.poll(() => lost.length).toBe(1);
  expect(tries()).toBe(1);
});

it('what a person can ask for again is tried once', async () => {
  const { delivery, lost, tries } = make(1);
  delivery.sendBeside(NOTICE);
  await expect.poll(() => lost.length).toBe(1);
  expect(tries()).toBe(1);
});

it('the end of the process does not wait for another try', async () => {
  const { delivery, lost, tries } = make(1, { waits: [600_000] });
  delivery.tell(NOTICE);
  await expect.poll(tries).toBe(1);
  await delivery.drain();
  expect(lost).toHaveLength(1);
  expect(tries()).toBe(1);
});
