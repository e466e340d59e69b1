/** Recipient of a one-time code: an email address or a phone number (E.164 with `+`, no spaces). */
export interface Recipient {
  readonly kind: 'email' | 'phone';
  readonly address: string;
}

/** A sent code and its purpose: sign-up, password reset or login. */
export type SentCode =
  | { readonly email: string; readonly type: 'signup' | 'recovery' | 'email' }
  | { readonly phone: string; readonly type: 'sms' };

/** A code for signing in. */
export function signInCode({ kind, address }: Recipient): SentCode {
  return kind === 'phone' ? { phone: address, type: 'sms' } : { email: address, type: 'email' };
}
