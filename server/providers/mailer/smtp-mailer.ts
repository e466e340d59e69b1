import { createTransport } from 'nodemailer';
import { isLoopback } from '#server/lib/is-loopback.ts';
import { timeoutSignal } from '#server/lib/timeout-signal.ts';
import { assertSendable } from './assert-sendable.ts';
import { type Attachment, MailError, type Mailer } from './mailer.ts';

export interface SmtpMailerOptions {
  /** Such as `smtps://user:password@mail.example.org` or `smtp://mail.example.org:587`. */
  readonly url: string;
  /** Such as `Errand <errand@example.org>`. */
  readonly from: string;
  /** Timeout of a mail in milliseconds, including the connection. Default 9000: callers wait at most 10 s. */
  readonly limit?: number;
}

/** Times the limit, for a mail with attachments: ten megabytes take a while, and nobody waits for an answer. */
const UPLOADING = 6;

/** Sends mails to an SMTP server, one connection per mail. */
export function createSmtpMailer({ url, from, limit = 9_000 }: SmtpMailerOptions): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: Math.min(5_000, limit),
    greetingTimeout: Math.min(5_000, limit),
    dnsTimeout: Math.min(5_000, limit),
    socketTimeout: limit,
    // A mail server of the same machine mostly has a certificate that it signed itself, and nobody is in between.
    ...(isLoopback(new URL(url).hostname) && { tls: { rejectUnauthorized: false } }),
    // Mail content must not make nodemailer read a file or fetch a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail, signal) {
      assertSendable(mail);
      const deadline = timeoutSignal(mail.attachments ? limit * UPLOADING : limit);
      try {
        await transport.sendMail({
          from,
          // An object rather than text, so that the address can't be parsed as several.
          to: { name: '', address: mail.to },
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          ...(mail.id !== undefined && { messageId: `<${mail.id}@${hostOf(from)}>` }),
          ...(mail.attachments && { attachments: mail.attachments.map(toPart) }),
          // Suppresses out-of-office replies.
          headers: { 'Auto-Submitted': 'auto-generated' },
          signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
        });
      } catch (error) {
        throw toMailError(error);
      }
    },
  };
}

const toPart = ({ name, type, content }: Attachment) => ({
  filename: name,
  contentType: type,
  content,
  contentDisposition: 'attachment' as const,
});

const hostOf = (from: string): string => /@([^\s>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';

/** Of https://www.rfc-editor.org/rfc/rfc3463#section-3.4, for servers that refuse a size otherwise than by 552. */
const TOO_BIG = /\b5\.3\.4\b/;

/** The server's message is only kept as `cause`: it may contain the address. */
function toMailError(cause: unknown): MailError {
  const reply = cause instanceof Error && 'responseCode' in cause ? cause.responseCode : undefined;
  if (typeof reply !== 'number') {
    return new MailError("couldn't reach the mail server", { retryable: true, cause });
  }
  // Only a rejected recipient is permanent. Wrong credentials or a full queue affect all mails and can be fixed.
  const isAboutAddress =
    reply >= 500 && cause instanceof Error && 'code' in cause && cause.code === 'EENVELOPE';
  const said = cause instanceof Error && 'response' in cause ? String(cause.response) : '';
  const isTooLarge = reply === 552 || TOO_BIG.test(said);
  return new MailError(`the mail server refused the email (${reply})`, {
    retryable: !isAboutAddress && !isTooLarge,
    isTooLarge,
    cause,
  });
}
