/** Verifies captcha tokens: a widget in the client creates one, and the widget's service verifies it. */
export interface Captcha {
  /** True if the token is valid; each can be verified once. Throws CaptchaError if the service can't tell. */
  isGood(token: string, ip: string): Promise<boolean>;
}

/** The service is unreachable or rejects us, which says nothing about the token. */
export class CaptchaError extends Error {
  override readonly name = 'CaptchaError';
}
