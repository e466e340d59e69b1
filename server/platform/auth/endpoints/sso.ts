import { z } from 'zod';
import { beginSignIn } from '../external/begin-sign-in.ts';
import { refusals } from '../wire/auth-error.ts';
import { openEndpoint } from '../wire/endpoint.ts';
import { challengeFields, optionalText, readChallenge } from '../wire/request-input.ts';

const body = z.object({
  /** Name of the configured service; `domain` looks it up by an address. */
  provider_id: optionalText,
  domain: optionalText,
  redirect_to: optionalText,
  skip_http_redirect: z.boolean().nullish(),
  ...challengeFields,
});

/** POST /sso: returns a company's sign-in page. */
export const sso = openEndpoint({
  method: 'POST',
  path: '/sso',
  body,
  captcha: true,
  async handle({ body: input, ...call }, parts) {
    await parts.limits.takePeer('verifyPeer', call.context.ip);
    const companies = parts.identityProviders.filter((provider) => provider.domain !== null);
    if (companies.length === 0) throw refusals.samlDisabled();
    if (!input.provider_id && !input.domain)
      throw refusals.invalid('A provider_id or a domain needs to be provided');
    const wanted = input.domain?.trim().toLowerCase();
    const provider = companies.find(({ name, domain }) => name === input.provider_id || domain === wanted);
    if (!provider) throw refusals.ssoNotFound();
    const target = parts.redirects.resolve(input.redirect_to);
    const challenge = readChallenge(input, parts.settings);
    const departure = { provider, target, challenge, scopes: [], parameters: {}, linking: null };
    const { url, cookie } = await beginSignIn(departure, call, parts);
    const headers = { 'Set-Cookie': cookie };
    if (input.skip_http_redirect) return Response.json({ url: url.href }, { headers });
    return new Response(null, { status: 303, headers: { ...headers, Location: url.href } });
  },
});
