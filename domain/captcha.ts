/** A service that tells people from programs, as a page meets it. */
interface CaptchaService {
  /** What it is called where a page names who gets something. */
  readonly host: string;
  /** Draws nothing by itself, and calls the function that `&onload=` names. */
  readonly script: string;
  /** What a page must be allowed to take from it, by the directives of a Content-Security-Policy. */
  readonly allows: Readonly<Partial<Record<CaptchaDirective, readonly string[]>>>;
}

export type CaptchaDirective = 'script-src' | 'style-src' | 'connect-src' | 'frame-src';

const HCAPTCHA = ['https://hcaptcha.com', 'https://*.hcaptcha.com'];
const TURNSTILE = ['https://challenges.cloudflare.com'];

/** Hosts and addresses as both services document them. */
export const CAPTCHAS = {
  hcaptcha: {
    host: 'hcaptcha.com',
    script: 'https://js.hcaptcha.com/1/api.js?render=explicit&recaptchacompat=off',
    allows: {
      'script-src': HCAPTCHA,
      'style-src': HCAPTCHA,
      'connect-src': HCAPTCHA,
      'frame-src': HCAPTCHA,
    },
  },
  turnstile: {
    host: 'challenges.cloudflare.com',
    script: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
    allows: { 'script-src': TURNSTILE, 'frame-src': TURNSTILE },
  },
} as const satisfies Record<string, CaptchaService>;

export type CaptchaProvider = keyof typeof CAPTCHAS;
