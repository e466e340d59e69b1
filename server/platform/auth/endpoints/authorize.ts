import { beginSignIn, readDeparture } from '../external/begin-sign-in.ts';
import { AuthError } from '../wire/auth-error.ts';
import { noBody, openEndpoint } from '../wire/endpoint.ts';
import { leadTo, withFailure } from '../wire/lead-to-app.ts';

/** GET /authorize: where a browser goes to sign in with another service. */
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
      // A person stands before this answer: it leads back to a page that offers the other ways in.
      return leadTo(withFailure(departure.target, error, { inQuery: true }));
    }
  },
});
