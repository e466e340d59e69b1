import type { CaptchaProvider } from '#domain/captcha.ts';
import type { EnvironmentReader } from './read-environment.ts';

/** The captcha service. Null: no captcha. */
export type CaptchaConfig = {
  readonly provider: CaptchaProvider;
  /** Public key of the widget, sent to every browser. */
  readonly siteKey: string;
  readonly url: string;
  readonly secret: string;
} | null;

const KNOWN: Readonly<Record<CaptchaProvider, string>> = {
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
};

export function readCaptcha(env: EnvironmentReader): CaptchaConfig {
  const provider = env.choice('CAPTCHA_PROVIDER', 'off', ['off', 'hcaptcha', 'turnstile']);
  const siteKey = env.text('CAPTCHA_SITE_KEY');
  const secret = env.text('CAPTCHA_SECRET');
  const url = env.url('CAPTCHA_VERIFY_URL', ['https:', 'http:']);
  if (provider === 'off') {
    if (siteKey !== null || secret !== null || url !== null)
      env.problem('CAPTCHA_PROVIDER: must be hcaptcha or turnstile');
    return null;
  }
  if (secret === null) env.problem('CAPTCHA_SECRET: required with CAPTCHA_PROVIDER');
  if (siteKey === null)
    env.problem('CAPTCHA_SITE_KEY: required with CAPTCHA_PROVIDER, no page can show the captcha without it');
  return { provider, siteKey: siteKey ?? '', url: url ?? KNOWN[provider], secret: secret ?? '' };
}
