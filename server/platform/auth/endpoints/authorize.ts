import { beginSignIn, readDeparture } from '../external/begin-sign-in.ts';
import { AuthError } from '../wire/auth-error.ts';
import { noBody, openEndpoint } from '../wire/endpoint.ts';
import { leadTo, withFailure } from '../wire/lead-to-app.ts';

/** GET /authorize: redirects the browser to another service to sign in. */
export const authorize = openEndpoint({
  method: 'GET',
  path: '/authorize',
  body: noBody,
  async handle(call, parts) {
    await parts.limits.takePeer('verifyPeer', call.context.ip);
    const departure = readDeparture(call, parts);
    try {
      const { url, cookie } = await beginSignIn(departure, call, parts);
      return new Response(null, { status: 302, headers: { Location: url.href, 'Set-Cookie': cookie } });
    } catch (error) {
      if (!(error instanceof AuthError) || error.code !== 'provider_unreachable') throw error;
      // The answer is shown to a person: redirect to a page that offers other ways to sign in.
      return leadTo(withFailure(departure.target, error, { inQuery: true }));
    }
  },
});
