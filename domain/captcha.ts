/** A captcha service, as used by a page. */
interface CaptchaService {
  /** Name in privacy statements. */
  readonly host: string;
  /** Renders nothing by itself, and calls the function named by `&onload=`. */
  readonly script: string;
  /** Sources that a page's Content-Security-Policy must allow, by directive. */
  readonly allows: Readonly<Partial<Record<CaptchaDirective, readonly string[]>>>;
}

export type CaptchaDirective = 'script-src' | 'style-src' | 'connect-src' | 'frame-src';

const HCAPTCHA = ['https://hcaptcha.com', 'https://*.hcaptcha.com'];
const TURNSTILE = ['https://challenges.cloudflare.com'];

/** Hosts and URLs as documented by the services. */
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
