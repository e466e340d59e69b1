import { z } from 'zod';
import { CaptchaError } from '#server/providers/captcha/captcha.ts';
import { bearerOf } from '../../http/tokens/authenticator.ts';
import type { AuthParts } from '../auth-parts.ts';
import { refusals } from './auth-error.ts';
import type { AuthCall } from './endpoint.ts';

/** Clients send it even if no captcha is required, empty or not. */
const secured = z.object({
  gotrue_meta_security: z.object({ captcha_token: z.string().nullish() }),
});

/** Characters. Turnstile tokens have at most 2048; those of hCaptcha can have a few thousand. */
const LONGEST_TOKEN = 8_192;

/** Verifies the captcha on endpoints that bots would flood, if the operator requires one. Throws refusals. */
export async function assertSolved(
  json: unknown,
  { request, context }: Pick<AuthCall, 'request' | 'context'>,
  { captcha, authenticator, limits }: Pick<AuthParts, 'captcha' | 'authenticator' | 'limits'>,
): Promise<void> {
  if (captcha === null || (await isOperator(request, authenticator))) return;
  const parsed = secured.safeParse(json);
  const token = parsed.success ? parsed.data.gotrue_meta_security.captcha_token : null;
  if (!token) throw refusals.captchaFailed('no captcha_token found in request');
  if (token.length > LONGEST_TOKEN) throw refusals.captchaFailed('captcha_token is too long');
  await limits.takePeer('captchaPeer', context.ip);
  const isGood = await captcha.isGood(token, context.ip).catch((error: unknown) => {
    throw error instanceof CaptchaError ? refusals.captchaUnavailable(error) : error;
  });
  if (!isGood) throw refusals.captchaFailed('the captcha was not solved, or its token was already used');
}

/** Programs of the operator can't solve a captcha. */
async function isOperator(request: Request, authenticator: AuthParts['authenticator']): Promise<boolean> {
  const bearer = bearerOf(request);
  if (bearer === null) return false;
  const authentication = await authenticator.fromToken(bearer);
  return authentication.ok && authentication.caller.role === 'service_role';
}
