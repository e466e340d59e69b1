import { assertMayLink, offersLinking } from '../external/assert-may-link.ts';
import { beginSignIn, readDeparture } from '../external/begin-sign-in.ts';
import { refusals } from '../wire/auth-error.ts';
import { noBody, userEndpoint } from '../wire/endpoint.ts';

/**
 * GET /user/identities/authorize: links an identity to the caller's account. The cookie is set in the requesting
 * browser only, so a link prepared by somebody else can neither add their identity nor capture the reader's.
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
