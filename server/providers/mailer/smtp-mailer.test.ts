import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import {
  type SmtpOptions,
  type SmtpSimulator,
  startSmtpSimulator,
} from '#simulators/smtp/start-smtp-simulator.ts';
import { createAuthority } from '#tests/engines/certificates.ts';
import { expectOwnLimit } from '#tests/worlds/expect-own-limit.ts';
import { describeMailer, type OpenMailer } from './mailer-contract.ts';
import { createSmtpMailer } from './smtp-mailer.ts';

const FROM = 'Errand <errand@example.org>';
const mail = { kind: 'recovery', to: 'ada@example.org', subject: 'Reset', text: 'text', html: '<p>html</p>' };
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function openSink(options: SmtpOptions = {}): Promise<SmtpSimulator> {
  const sink = await startSmtpSimulator(options);
  closing.push(sink.close);
  return sink;
}

describeMailer('an SMTP server', async (): Promise<OpenMailer> => {
  const sink = await startSmtpSimulator();
  return {
    mailer: createSmtpMailer({ url: sink.url, from: FROM }),
    received: async () => sink.mails.map((received) => ({ ...received, to: received.recipients.join() })),
    close: sink.close,
  };
});

test('a mail with an id has it at each attempt, at the host of its sender', async () => {
  const sink = await openSink();
  const mailer = createSmtpMailer({ url: sink.url, from: FROM });
  await mailer.send({ ...mail, id: 'a-1' });
  await mailer.send({ ...mail, id: 'a-1' });
  await mailer.send(mail);
  const [first, second, third] = sink.mails.map(({ id }) => id);
  expect([first, second]).toEqual(['<a-1@example.org>', '<a-1@example.org>']);
  expect(third).toMatch(/^<.+@example\.org>$/);
});

describe('a certificate that nobody vouches for', () => {
  const sending = async (host: string, search = ''): Promise<void> => {
    const { certificate: cert, key } = await (await createAuthority('Nobody')).issue('mail.test');
    const sink = await openSink({ certificate: { cert, key } });
    await createSmtpMailer({ url: `smtp://${host}:${sink.port}${search}`, from: FROM }).send(mail);
    expect(sink.mails).toHaveLength(1);
  };

  test.each(['127.0.0.1', 'localhost'])('is taken from a mail server of the same machine: %s', (host) =>
    sending(host),
  );

  test('is refused from another, unless the operator says otherwise', async () => {
    await expect(sending('0.0.0.0')).rejects.toMatchObject({ name: 'MailError' });
    await sending('0.0.0.0', '?tls.rejectUnauthorized=false');
  });
});

describe('when the mail server', () => {
  test('refuses the address permanently, the error is not retryable, and does not show the address', async () => {
    const sink = await openSink({ refusal: { code: 550, message: 'no such user ada@example.org' } });
    const send = createSmtpMailer({ url: sink.url, from: FROM }).send(mail);
    await expect(send).rejects.toMatchObject({ name: 'MailError', retryable: false });
    await expect(send).rejects.not.toThrow(/ada/);
  });

  test('is busy, the error is retryable', async () => {
    const sink = await openSink({ refusal: { code: 451, message: 'try later' } });
    const send = createSmtpMailer({ url: sink.url, from: FROM }).send(mail);
    await expect(send).rejects.toMatchObject({ retryable: true });
  });

  test('takes no mail of this size, the error says so, and is not retryable', async () => {
    const sink = await openSink({ size: 20_000 });
    const mailer = createSmtpMailer({ url: sink.url, from: FROM });
    const content = Buffer.alloc(20_000, 7);
    const large = { ...mail, attachments: [{ name: 'a.pdf', type: 'application/pdf', content }] };
    await expect(mailer.send(large)).rejects.toMatchObject({ retryable: false, isTooLarge: true });
    const other = await openSink({ onMessage: () => ({ code: 554, message: '5.3.4 message too big' }) });
    const send = createSmtpMailer({ url: other.url, from: FROM }).send(mail);
    await expect(send).rejects.toMatchObject({ retryable: false, isTooLarge: true });
  });

  test('cannot be reached, the error is retryable', async () => {
    const send = createSmtpMailer({ url: 'smtp://127.0.0.1:1', from: FROM }).send(mail);
    await expect(send).rejects.toMatchObject({ name: 'MailError', retryable: true });
  });

  test('accepts the connection but never answers, sending times out', async () => {
    const silent = createServer(() => {});
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    closing.push(() => new Promise((resolve) => void silent.close(() => resolve())));
    await expectOwnLimit((limit, signal) =>
      createSmtpMailer({ url: `smtp://127.0.0.1:${port}`, from: FROM, limit }).send(mail, signal),
    );
  });
});
