export interface Text {
  /** Purpose of the text: `sign_in_code`, `phone_change_code`, … Shown in the local mailbox, and used by tests. */
  readonly kind: string;
  /** One number, E.164: `+` and 7 to 15 digits. */
  readonly to: string;
  readonly text: string;
}

export interface Texter {
  /** Resolves when the gateway has accepted the text. Not retried, since it costs money. Throws TextError. */
  send(text: Text, signal?: AbortSignal): Promise<void>;
}

/** `retryable`: a retry may succeed. Otherwise the number can't be reached. */
export class TextError extends Error {
  override readonly name = 'TextError';
  readonly retryable: boolean;

  constructor(message: string, options: { retryable: boolean; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.retryable = options.retryable;
  }
}

const ONE_NUMBER = /^\+[1-9]\d{6,14}$/;

/** Rejects anything that a gateway could read as several numbers. Throws TextError. */
export function assertNumber({ to }: Text): void {
  if (!ONE_NUMBER.test(to)) throw new TextError('the recipient is not a single number', { retryable: false });
}
