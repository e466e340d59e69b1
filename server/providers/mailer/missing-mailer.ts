import { MailError, type Mailer } from './mailer.ts';

/** Used if no mail server is configured and a local mailbox isn't allowed: everything but mail works. */
export function createMissingMailer(): Mailer {
  return {
    async send() {
      throw new MailError('no mail server is configured, set SMTP_URL and MAIL_FROM', { retryable: true });
    },
  };
}
