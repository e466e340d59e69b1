import { assertMayLink, offersLinking } from '../external/assert-may-link.ts';
import { beginSignIn, readDeparture } from '../external/begin-sign-in.ts';
import { refusals } from '../wire/auth-error.ts';
import { noBody, userEndpoint } from '../wire/endpoint.ts';

/**
 * GET /user/identities/authorize: adds a way to sign in to the caller's account. The cookie goes to the very browser
 * that asks, so a link that somebody else prepared cannot add an identity of theirs, or take one of the reader's.
 */
export const identitiesAuthorize = userEndpoint({
  method: 'GET',
  path: '/user/identities/authorize',
  body: noBody,
  async handle(call, parts) {
    await assertMayLink(call, parts);
    if (!offersLinking(parts)) throw refusals.linkingDisabled();
    const { url, cookie } = await beginSignIn(readDeparture(call, parts, call), call, parts);
    const headers = { 'Set-Cookie': cookie };
    if (call.url.searchParams.get('skip_http_redirect') === 'true') {
      return Response.json({ url: url.href }, { headers });
    }
    return new Response(null, { status: 302, headers: { ...headers, Location: url.href } });
  },
});
