import { type Mail, MailError } from './mailer.ts';

/** A single address: no separators, brackets, quotes, blanks or control characters, which could add another one. */
const ONE_ADDRESS = /^[^\s\p{Cc}<>()[\],;:\\"@]+@[^\s\p{Cc}<>()[\],;:\\"@]+$/u;
const CONTROL = /\p{Cc}/u;
const ID = /^[\w-]+$/;
const TYPE = /^[\w.+-]+\/[\w.+-]+$/;

/** Rejects injection of headers, recipients and paths. Throws MailError. */
export function assertSendable(mail: Mail): void {
  if (mail.to.length > 320 || !ONE_ADDRESS.test(mail.to)) {
    throw new MailError('the recipient is not a single mail address', { retryable: false });
  }
  if (CONTROL.test(mail.subject)) {
    throw new MailError('the subject holds control characters', { retryable: false });
  }
  if (mail.id !== undefined && !ID.test(mail.id)) {
    throw new MailError('the id is none', { retryable: false });
  }
  for (const { name, type } of mail.attachments ?? []) {
    if (name === '' || CONTROL.test(name) || /[\\/]/.test(name) || !TYPE.test(type)) {
      throw new MailError('an attachment has no name or type that a mail may have', { retryable: false });
    }
  }
}
