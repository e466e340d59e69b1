/**
 * Any origin may call the API, because a credential never travels by itself: it is a header that the calling
 * page must already hold. For the same reason `Access-Control-Allow-Credentials` is never sent.
 */
const ALLOWED_HEADERS = [
  'authorization',
  'apikey',
  'x-client-info',
  'content-type',
  'accept',
  'accept-profile',
  'content-profile',
  'prefer',
  'range',
  'x-upsert',
  'x-metadata',
  'cache-control',
  'x-retry-count',
  'x-supabase-api-version',
  'x-region',
  'x-use-cookie',
  'x-jwt-aud',
  'idempotency-key',
  'traceparent',
  'tracestate',
  'baggage',
];

/** Response headers that the official clients read; a browser hides all others from them. */
const EXPOSED_HEADERS = [
  'content-range',
  'content-location',
  'range-unit',
  'preference-applied',
  'location',
  'link',
  'etag',
  'retry-after',
  'x-total-count',
  'x-supabase-api-version',
  'x-sb-error-code',
  'sb-auth-user-id',
  'sb-auth-session-id',
  'x-relay-error',
  'x-request-id',
];

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';
/** What a header name may consist of. Anything else is not repeated to the browser. */
const HEADER_NAME = /^[a-z0-9!#$%&'*+.^_`|~-]{1,64}$/;
const MAX_MIRRORED = 64;

/** To be set on every answer of a room, refusals included: without them the page cannot read the reason. */
export function corsHeaders(_request?: Request): Record<string, string> {
  return {
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': EXPOSED_HEADERS.join(', '),
  };
}

/** What a browser asks before it lets a page of another origin send something. */
export function isPreflight(request: Request): boolean {
  return request.method === 'OPTIONS' && request.headers.has('access-control-request-method');
}

/** The answer to it. Needs no credential: a browser sends none with it. */
export function preflight(request: Request): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...corsHeaders(request),
      'Access-Control-Allow-Methods': METHODS,
      'Access-Control-Allow-Headers': allowedHeaders(request).join(', '),
      'Access-Control-Max-Age': '7200',
      Vary: 'Access-Control-Request-Headers',
    },
  });
}

/** The known ones, and those that this client asks for: a newer client may send headers that no list here knows. */
function allowedHeaders(request: Request): string[] {
  const asked = (request.headers.get('access-control-request-headers') ?? '').toLowerCase().split(',');
  const wellFormed = asked.map((name) => name.trim()).filter((name) => HEADER_NAME.test(name));
  return [...new Set([...ALLOWED_HEADERS, ...wellFormed.slice(0, MAX_MIRRORED)])];
}
