import { MailError, type Mailer } from './mailer.ts';

/** Stands in where no mail server is configured and a local mailbox is not allowed: everything but mail works. */
export function createMissingMailer(): Mailer {
  return {
    async send() {
      throw new MailError('no mail server is configured: set SMTP_URL and MAIL_FROM', { retryable: true });
    },
  };
}
