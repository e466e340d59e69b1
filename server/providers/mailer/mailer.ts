export interface Mail {
  /** Purpose of the mail: `confirm_signup`, `recovery`, … Shown in the local mailbox, and used by tests. */
  readonly kind: string;
  /** A single address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The same at each attempt to send it: mail programs show a repeat once. Letters, digits and hyphens. */
  readonly id?: string;
  readonly attachments?: readonly Attachment[];
}

export interface Attachment {
  /** File name, in any script. */
  readonly name: string;
  readonly type: string;
  readonly content: Buffer;
}

export interface Mailer {
  /** Resolves when the next server has accepted the mail. Throws MailError. */
  send(mail: Mail, signal?: AbortSignal): Promise<void>;
}

/** `retryable`: a retry may succeed. Otherwise the address or the configuration is wrong. */
export class MailError extends Error {
  override readonly name = 'MailError';
  readonly retryable: boolean;
  /** The mail server takes no mail of this size. */
  readonly isTooLarge: boolean;

  constructor(message: string, options: { retryable: boolean; isTooLarge?: boolean; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.retryable = options.retryable;
    this.isTooLarge = options.isTooLarge ?? false;
  }
}
