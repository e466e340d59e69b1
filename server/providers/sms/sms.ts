export interface Text {
  /** What the text is for: `sign_in_code`, `phone_change_code`, … Shown in the local mailbox, useful in tests. */
  readonly kind: string;
  /** One number, E.164: `+` and 7 to 15 digits. */
  readonly to: string;
  readonly text: string;
}

export interface Texter {
  /** Resolves when the gateway has taken the text, which costs money: nothing here sends it again. Throws TextError. */
  send(text: Text, signal?: AbortSignal): Promise<void>;
}

/** `retryable`: later may work. Otherwise this number is not one that can be reached. */
export class TextError extends Error {
  override readonly name = 'TextError';
  readonly retryable: boolean;

  constructor(message: string, options: { retryable: boolean; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.retryable = options.retryable;
  }
}

const ONE_NUMBER = /^\+[1-9]\d{6,14}$/;

/** Refuses what a gateway could read as more than one number. Throws TextError. */
export function assertNumber({ to }: Text): void {
  if (!ONE_NUMBER.test(to)) throw new TextError('the recipient is not a single number', { retryable: false });
}
