/** Where a one-time code goes: to a mail address, or to a telephone number (E.164, `+` included, without blanks). */
export interface Recipient {
  readonly kind: 'email' | 'phone';
  readonly address: string;
}

/** Where digits were sent, and what they open: a new account, the way to a new password, or the list. */
export type SentCode =
  | { readonly email: string; readonly type: 'signup' | 'recovery' | 'email' }
  | { readonly phone: string; readonly type: 'sms' };

/** A code that signs in. */
export function signInCode({ kind, address }: Recipient): SentCode {
  return kind === 'phone' ? { phone: address, type: 'sms' } : { email: address, type: 'email' };
}
