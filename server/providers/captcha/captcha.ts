/** Tells people from programs: a widget in the client makes a token, and its maker says whether it is good. */
export interface Captcha {
  /** Whether the token is good, once. Throws CaptchaError where nobody can say. */
  isGood(token: string, ip: string): Promise<boolean>;
}

/** The service could not be asked, or refuses us: that says nothing about the token. */
export class CaptchaError extends Error {
  override readonly name = 'CaptchaError';
}
