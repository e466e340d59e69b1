import { beforeEach, describe, expect, test } from 'vitest';
import { silentLog } from '#server/lib/log.ts';
import { type Mail, MailError } from '#server/providers/mailer/mailer.ts';
import { type AuthMail, createAuthMail } from './auth-mail.ts';

const letter: Mail = { kind: 'recovery', to: 'ada@example.org', subject: 'x', text: 'x', html: 'x' };
let failure: Error | null;
let now: number;
let sent: Mail[];
let mail: AuthMail;
beforeEach(() => {
  failure = null;
  now = 0;
  sent = [];
  mail = createAuthMail({
    mailer: {
      async send(one) {
        if (failure) throw failure;
        sent.push(one);
      },
    },
    sender: { brandName: 'Errand', siteUrl: 'https://errand.example', supportEmail: null },
    authUrl: 'https://errand.example/auth/v1',
    waiting: {
      keep: async () => false,
      takeDue: async () => [],
      postpone: async () => {},
      remove: async () => {},
    },
    clock: { now: () => new Date(now) },
    log: silentLog,
  });
});

test('a link is based on the configured address, with all variable parts encoded', () => {
  const link = mail.linkTo(
    { linkToken: 'a_b-c', code: '1' },
    'signup',
    'https://errand.example/x?y=1&token=evil#z',
  );
  expect(link).toMatch(
    /^https:\/\/errand\.example\/auth\/v1\/verify\?token=a_b-c&type=signup&redirect_to=https%3A/,
  );
  expect(new URL(link).searchParams.getAll('token')).toEqual(['a_b-c']);
});

describe('an unreachable mail server', () => {
  const unreachable = new MailError('gone', { retryable: true });

  test('is reported to a caller who waits for the mail, without the server’s message', async () => {
    failure = unreachable;
    await expect(mail.send(letter, 'recovery')).rejects.toMatchObject({
      status: 500,
      message: 'Error sending recovery email',
    });
  });

  test('is remembered for half a minute, also after a background mail', async () => {
    failure = unreachable;
    mail.sendBeside(letter);
    await mail.drain();
    expect(() => mail.assertReachable('recovery')).toThrow('Error sending recovery email');
    now = 29_000;
    expect(() => mail.assertReachable('recovery')).toThrow();
    now = 31_000;
    expect(() => mail.assertReachable('recovery')).not.toThrow();
  });

  test('is forgotten after the first successful mail', async () => {
    failure = unreachable;
    mail.sendBeside(letter);
    await mail.drain();
    failure = null;
    await mail.send(letter, 'recovery');
    expect(() => mail.assertReachable('recovery')).not.toThrow();
    expect(sent).toHaveLength(1);
  });
});

test('a mail that takes its time, such as a large one, does not keep back those of others when it fails', async () => {
  failure = new MailError('not done in time', { retryable: true });
  await expect(mail.upload(letter)).rejects.toBe(failure);
  expect(() => mail.assertReachable('recovery')).not.toThrow();
});

test('a refused recipient does not count as a failure of the mail server', async () => {
  failure = new MailError('no such user', { retryable: false });
  mail.sendBeside(letter);
  await mail.drain();
  expect(() => mail.assertReachable('recovery')).not.toThrow();
});
