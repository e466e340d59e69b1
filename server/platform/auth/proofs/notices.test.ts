import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { systemClock } from '#server/lib/clock.ts';
import { createLog } from '#server/lib/log.ts';
import { type Mail, MailError } from '#server/providers/mailer/mailer.ts';
import { type TestDatabase, testDatabase } from '#tests/engines/database.ts';
import { createAuthMail } from './auth-mail.ts';
import { createNotices } from './notices.ts';
import { createWaitingNotices } from './waiting-notices.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase();
});
beforeEach(() => test.database.query('delete from private.waiting_notices'));
afterAll(() => test.close());

const NOTICE: Mail = { kind: 'factor_removed', to: 'ada@example.org', subject: 'x', text: 'x', html: 'x' };
const DOWN = new MailError('down', { retryable: true });

/** A process whose mail server fails the given number of times, and what it has sent and logged as lost. */
function aProcess(failures: number, { error = DOWN, waits = [0, 0, 0] } = {}) {
  const sent: Mail[] = [];
  const lost: string[] = [];
  let tries = 0;
  const log = createLog('error', (line) => lost.push(line));
  const waiting = createWaitingNotices(test.database);
  const mail = createAuthMail({
    mailer: {
      async send(one) {
        tries += 1;
        if (tries <= failures) throw error;
        sent.push(one);
      },
    },
    sender: { brandName: 'Errand', siteUrl: 'https://errand.example', supportEmail: null },
    authUrl: 'https://errand.example/auth/v1',
    waiting,
    clock: systemClock,
    log,
  });
  const isAboutRecipient = (cause: unknown) => cause instanceof MailError && !cause.retryable;
  return {
    mail,
    notices: createNotices({ ...mail, isAboutRecipient, waiting, log, waits }),
    sent,
    lost,
    tries: () => tries,
  };
}

const waiting = () => test.database.query('select tries from private.waiting_notices');

it('a notice waits in the database, from where another process sends it, once', async () => {
  const first = aProcess(1);
  first.notices.tell(NOTICE);
  await first.mail.drain();
  expect([first.sent, first.lost, await waiting()]).toEqual([[], [], [{ tries: 1 }]]);

  const others = [aProcess(0), aProcess(0)];
  await Promise.all(others.map(({ notices }) => notices.sendWaiting()));
  expect(others.flatMap(({ sent }) => sent)).toEqual([NOTICE]);
  expect(await waiting()).toEqual([]);
});

it('a notice that is never accepted is dropped and logged', async () => {
  const { mail, notices, lost, tries } = aProcess(9);
  notices.tell(NOTICE);
  await mail.drain();
  for (let round = 0; round < 5; round += 1) await notices.sendWaiting();
  await mail.drain();
  expect([tries(), lost.length, await waiting()]).toEqual([4, 1, []]);
});

it('a notice is not retried before its time', async () => {
  const { mail, notices, tries } = aProcess(1, { waits: [600_000] });
  notices.tell(NOTICE);
  await mail.drain();
  await notices.sendWaiting();
  expect(tries()).toBe(1);
});

it('a notice to an unknown recipient is not retried', async () => {
  const { mail, notices, lost } = aProcess(1, { error: new MailError('nobody', { retryable: false }) });
  notices.tell(NOTICE);
  await mail.drain();
  expect([lost.length, await waiting()]).toEqual([1, []]);
});

it('a message that a person can request again is not retried', async () => {
  const { mail, lost } = aProcess(1);
  mail.sendBeside(NOTICE);
  await mail.drain();
  expect([lost.length, await waiting()]).toEqual([1, []]);
});
