import { createServer, type Server } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterEach, describe, expect, test } from 'vitest';
import { expectOwnLimit } from '#tests/worlds/expect-own-limit.ts';
import { describeMailer, type OpenMailer } from './mailer-contract.ts';
import { createSmtpMailer } from './smtp-mailer.ts';

const FROM = 'Errand <errand@example.org>';
const mail = { kind: 'recovery', to: 'ada@example.org', subject: 'Reset', text: 'text', html: '<p>html</p>' };
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

interface Sink {
  readonly url: string;
  readonly messages: { recipients: string[]; raw: string }[];
  readonly close: () => Promise<void>;
}

async function openSink(refusal?: { code: number; message: string }): Promise<Sink> {
  const messages: Sink['messages'] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo(_address, _session, done) {
      done(refusal ? Object.assign(new Error(refusal.message), { responseCode: refusal.code }) : null);
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        messages.push({ recipients, raw: Buffer.concat(chunks).toString('utf8') });
        done();
      });
    },
  });
  const port = await listenOn(server.server);
  return {
    url: `smtp://127.0.0.1:${port}`,
    messages,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function listenOn(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error('no port'));
      else resolve(address.port);
    });
  });
}

describeMailer('an SMTP server', async (): Promise<OpenMailer> => {
  const sink = await openSink();
  return {
    mailer: createSmtpMailer({ url: sink.url, from: FROM }),
    received: async () =>
      sink.messages.map(({ recipients, raw }) => ({ ...readMessage(raw), to: recipients.join() })),
    close: sink.close,
  };
});

describe('when the mail server', () => {
  test('refuses the address permanently, the error is not retryable, and does not show the address', async () => {
    const sink = await openSink({ code: 550, message: 'no such user ada@example.org' });
    closing.push(sink.close);
    const send = createSmtpMailer({ url: sink.url, from: FROM }).send(mail);
    await expect(send).rejects.toMatchObject({ name: 'MailError', retryable: false });
    await expect(send).rejects.not.toThrow(/ada/);
  });

  test('is busy, the error is retryable', async () => {
    const sink = await openSink({ code: 451, message: 'try later' });
    closing.push(sink.close);
    const send = createSmtpMailer({ url: sink.url, from: FROM }).send(mail);
    await expect(send).rejects.toMatchObject({ retryable: true });
  });

  test('cannot be reached, the error is retryable', async () => {
    const send = createSmtpMailer({ url: 'smtp://127.0.0.1:1', from: FROM }).send(mail);
    await expect(send).rejects.toMatchObject({ name: 'MailError', retryable: true });
  });

  test('accepts the connection but never answers, sending times out', async () => {
    const silent = createServer(() => {});
    const port = await listenOn(silent);
    closing.push(() => new Promise((resolve) => void silent.close(() => resolve())));
    await expectOwnLimit((limit, signal) =>
      createSmtpMailer({ url: `smtp://127.0.0.1:${port}`, from: FROM, limit }).send(mail, signal),
    );
  });
});

/** Parses a two-part message: just enough MIME for our own mails. */
function readMessage(raw: string): { subject: string; text: string; html: string } {
  const { headers, body } = splitMessage(raw);
  const boundary = /boundary="([^"]+)"/.exec(headers['content-type'] ?? '')?.[1] ?? '';
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => splitMessage(part.trimStart()));
  const part = (type: string): string => {
    const found = parts.find(({ headers: own }) => own['content-type']?.startsWith(type));
    return found ? decodePart(found.headers['content-transfer-encoding'] ?? '', found.body) : '';
  };
  return {
    subject: decodeWords(headers['subject'] ?? ''),
    text: part('text/plain'),
    html: part('text/html'),
  };
}

function splitMessage(raw: string): { headers: Record<string, string>; body: string } {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => line.split(/:\s*(.*)/s).slice(0, 2)).map(([n = '', v = '']) => [n.toLowerCase(), v]),
  );
  return { headers, body: rest.join('\r\n\r\n') };
}

function decodePart(encoding: string, body: string): string {
  const text = body.replace(/\r\n$/, '');
  const decoded =
    encoding === 'base64'
      ? Buffer.from(text, 'base64').toString('utf8')
      : encoding === 'quoted-printable'
        ? decodeQuoted(text.replace(/=\r\n/g, ''))
        : text;
  return decoded.replaceAll('\r\n', '\n');
}

function decodeWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_all, kind: string, word: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString('utf8')
        : decodeQuoted(word.replaceAll('_', ' ')),
    );
}

function decodeQuoted(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/gi, (_all, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
