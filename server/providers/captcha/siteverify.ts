import { z } from 'zod';
import { timeoutSignal } from '#server/lib/timeout-signal.ts';
import { type Captcha, CaptchaError } from './captcha.ts';

export interface SiteverifyOptions {
  readonly url: string;
  readonly secret: string;
  /** Timeout in milliseconds. Default 5000. */
  readonly limit?: number;
}

const answerSchema = z.object({
  success: z.boolean(),
  'error-codes': z.array(z.string()).default([]),
});

/** Error codes about our configuration or the service itself: the token may be valid. */
const SERVICE_ERRORS = new Set([
  'missing-input-secret',
  'invalid-input-secret',
  'sitekey-secret-mismatch',
  'bad-request',
  'internal-error',
]);

/** The API shared by hCaptcha and Turnstile: a POST of secret, response and remoteip. */
export function createSiteverify({ url, secret, limit = 5_000 }: SiteverifyOptions): Captcha {
  return {
    async isGood(token, ip) {
      const response = await fetch(url, {
        method: 'POST',
        body: new URLSearchParams({ secret, response: token, remoteip: ip }),
        // The secret must not go to an unconfigured URL.
        redirect: 'error',
        signal: timeoutSignal(limit),
      }).catch((cause: unknown) => {
        throw new CaptchaError("couldn't reach the captcha service", { cause });
      });
      const answer = answerSchema.safeParse(await response.json().catch(() => undefined));
      if (!answer.success) throw new CaptchaError(`the captcha service answered ${response.status}`);
      const ours = answer.data['error-codes'].filter((code) => SERVICE_ERRORS.has(code));
      if (ours.length > 0)
        throw new CaptchaError(`the captcha service rejects our request: ${ours.join(', ')}`);
      return answer.data.success;
    },
  };
}
