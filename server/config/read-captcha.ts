import type { EnvironmentReader } from './read-environment.ts';

/** Who says whether a captcha was solved. null: nobody is asked to solve one. */
export type CaptchaConfig = { readonly url: string; readonly secret: string } | null;

const KNOWN = {
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
} as const;

export function readCaptcha(env: EnvironmentReader): CaptchaConfig {
  const provider = env.choice('CAPTCHA_PROVIDER', 'off', ['off', 'hcaptcha', 'turnstile']);
  const secret = env.text('CAPTCHA_SECRET');
  const url = env.url('CAPTCHA_VERIFY_URL', ['https:', 'http:']);
  if (provider === 'off') {
    if (secret !== null || url !== null) env.problem('CAPTCHA_PROVIDER: must be hcaptcha or turnstile');
    return null;
  }
  if (secret === null) env.problem('CAPTCHA_SECRET: is needed with CAPTCHA_PROVIDER');
  return { url: url ?? KNOWN[provider], secret: secret ?? '' };
}
