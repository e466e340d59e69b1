import { createTransport } from 'nodemailer';
import { assertSendable } from './assert-sendable.ts';
import { MailError, type Mailer } from './mailer.ts';

export interface SmtpMailerOptions {
  /** Such as `smtps://user:password@mail.example.org` or `smtp://mail.example.org:587`. */
  readonly url: string;
  /** Such as `Errand <errand@example.org>`. */
  readonly from: string;
  /** Milliseconds for one mail, connection included. Default 9000: a caller waits at most 10 s. */
  readonly limit?: number;
}

/** Hands mails to an SMTP server, one connection per mail. */
export function createSmtpMailer({ url, from, limit = 9_000 }: SmtpMailerOptions): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: Math.min(5_000, limit),
    greetingTimeout: Math.min(5_000, limit),
    dnsTimeout: Math.min(5_000, limit),
    socketTimeout: limit,
    // Nothing in a mail may make the server read a file or fetch an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail, signal) {
      assertSendable(mail);
      const deadline = AbortSignal.timeout(limit);
      try {
        await transport.sendMail({
          from,
          // An object, not a text: nothing in the address is read as a second one.
          to: { name: '', address: mail.to },
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          // Out-of-office robots stay silent.
          headers: { 'Auto-Submitted': 'auto-generated' },
          signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
        });
      } catch (error) {
        throw toMailError(error);
      }
    },
  };
}

/** The server's own words stay in `cause`: they may repeat the address. */
function toMailError(cause: unknown): MailError {
  const reply = cause instanceof Error && 'responseCode' in cause ? cause.responseCode : undefined;
  if (typeof reply !== 'number') {
    return new MailError('the mail server could not be reached', { retryable: true, cause });
  }
  // Only a refused recipient will be refused again. Wrong credentials or a full queue concern every mail, and end.
  const isAboutAddress =
    reply >= 500 && cause instanceof Error && 'code' in cause && cause.code === 'EENVELOPE';
  return new MailError(`the mail server refused the mail (${reply})`, { retryable: !isAboutAddress, cause });
}
