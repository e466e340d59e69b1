/**
 * Any origin may call the API, because browsers never attach the credential themselves: it is a header that the
 * calling page must already have. For the same reason `Access-Control-Allow-Credentials` is never sent.
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

/** Response headers that the official clients read; browsers hide all others from them. */
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
/** Valid header names. Anything else isn't echoed to the browser. */
const HEADER_NAME = /^[a-z0-9!#$%&'*+.^_`|~-]{1,64}$/;
const MAX_MIRRORED = 64;

/** Required on every response of a room, errors included: otherwise the page can't read the reason. */
export function corsHeaders(_request?: Request): Readonly<Record<string, string>> {
  return CORS_HEADERS;
}

const CORS_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': EXPOSED_HEADERS.join(', '),
};

/** True for a CORS preflight. */
export function isPreflight(request: Request): boolean {
  return request.method === 'OPTIONS' && request.headers.has('access-control-request-method');
}

/** Answers a preflight. Needs no credential, since browsers send none with it. */
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

/** The known headers plus those requested: a newer client may send some that aren't listed here. */
function allowedHeaders(request: Request): string[] {
  const asked = (request.headers.get('access-control-request-headers') ?? '').toLowerCase().split(',');
  const wellFormed = asked.map((name) => name.trim()).filter((name) => HEADER_NAME.test(name));
  return [...new Set([...ALLOWED_HEADERS, ...wellFormed.slice(0, MAX_MIRRORED)])];
}
