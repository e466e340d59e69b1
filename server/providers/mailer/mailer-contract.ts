import { describe, expect, test } from 'vitest';
import { type Attachment, type Mail, MailError, type Mailer } from './mailer.ts';

type ReceivedMail = Pick<Mail, 'to' | 'subject' | 'text' | 'html'> & {
  readonly attachments: readonly Attachment[];
};

export interface OpenMailer {
  readonly mailer: Mailer;
  /** Mails received so far, as recipients see them. */
  readonly received: () => Promise<readonly ReceivedMail[]>;
  readonly close: () => Promise<void>;
}

const MAIL: Mail = {
  kind: 'confirm_signup',
  to: 'ada@example.org',
  subject: 'Bestätigen · 確認',
  text: `Grüße\n\n${'A long line that mail systems like to fold. '.repeat(20)}\nhttp://localhost:3000/auth/v1/verify?token=abc&type=signup`,
  html: '<p>Grüße <a href="http://localhost:3000/auth/v1/verify?token=abc&amp;type=signup">確認</a></p>',
};

/** Contract tests for all mailers. */
export function describeMailer(name: string, open: () => Promise<OpenMailer>): void {
  const withMailer = async (work: (opened: OpenMailer) => Promise<void>): Promise<void> => {
    const opened = await open();
    try {
      await work(opened);
    } finally {
      await opened.close();
    }
  };

  describe(`${name} as a mailer`, () => {
    test('delivers subject, text and HTML unchanged, in any script', () =>
      withMailer(async ({ mailer, received }) => {
        await mailer.send(MAIL);
        const { to, subject, text, html } = MAIL;
        expect(await received()).toEqual([expect.objectContaining({ to, subject, text, html })]);
      }));

    test('delivers attachments byte for byte, under their names in any script', () =>
      withMailer(async ({ mailer, received }) => {
        const everyByte = Buffer.from(Array.from({ length: 70_000 }, (_byte, at) => (at * 7) % 256));
        const attachments = [
          { name: 'اجتماع-20261120-0914.pdf', type: 'application/pdf', content: everyByte },
          {
            name: `${'東京の天気'.repeat(10)}-20261120-0914.png`,
            type: 'image/png',
            content: Buffer.from('x'),
          },
        ];
        await mailer.send({ ...MAIL, attachments });
        const { subject, text, html } = MAIL;
        expect(await received()).toEqual([expect.objectContaining({ subject, text, html, attachments })]);
      }));

    test.each([
      { name: 'a.pdf\r\nBcc: eve@example.org', type: 'application/pdf' },
      { name: '../a.pdf', type: 'application/pdf' },
      { name: '', type: 'application/pdf' },
      { name: 'a.pdf', type: 'application/pdf\r\nBcc: eve@example.org' },
    ])('refuses an attachment whose name or type would be more than that: %j', (named) =>
      withMailer(async ({ mailer, received }) => {
        const send = mailer.send({ ...MAIL, attachments: [{ ...named, content: Buffer.from('x') }] });
        await expect(send).rejects.toMatchObject({ name: 'MailError', retryable: false });
        expect(await received()).toEqual([]);
      }),
    );

    test.each([
      'a@example.org, b@example.org',
      'a@example.org\r\nBcc: b@example.org',
      'a@example.org;b@example.org',
      'Ada <a@example.org>',
      '"a b"@example.org',
      'group:a@example.org;',
      'nobody',
      '',
    ])('sends nothing to anything but one plain address: %j', (to) =>
      withMailer(async ({ mailer, received }) => {
        await expect(mailer.send({ ...MAIL, to })).rejects.toMatchObject({
          name: 'MailError',
          retryable: false,
        });
        expect(await received()).toEqual([]);
      }),
    );

    test('refuses a subject that would add a header', () =>
      withMailer(async ({ mailer, received }) => {
        const send = mailer.send({ ...MAIL, subject: 'Hello\r\nBcc: eve@example.org' });
        await expect(send).rejects.toBeInstanceOf(MailError);
        expect(await received()).toEqual([]);
      }));

    test('delivers 20 concurrent mails, each once', () =>
      withMailer(async ({ mailer, received }) => {
        const subjects = Array.from({ length: 20 }, (_, n) => `Mail ${n}`);
        await Promise.all(subjects.map((subject) => mailer.send({ ...MAIL, subject })));
        expect((await received()).map(({ subject }) => subject).sort()).toEqual(subjects.sort());
      }));
  });
}
