/** On every answer of the origin, errors included, unless it says otherwise itself. Source: OWASP Secure Headers; RELIABILITY W2. */
export function securityHeaders(options: { https: boolean }): Readonly<Record<string, string>> {
  const always = {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'X-Frame-Options': 'DENY',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  };
  return options.https
    ? { ...always, 'Strict-Transport-Security': 'max-age=63072000; includeSubDomains' }
    : always;
}

export interface PagePolicyOptions {
  readonly https: boolean;
  /**
   * Other hosts whose pages an operator has chosen to show in a frame. On every page alike: whoever comes from
   * another page of the app still has that page's policy.
   */
  readonly frameOrigins: readonly string[];
}

/**
 * The policy of an HTML page. `scriptHashes` are those of its own inline scripts (`sha256-…`).
 * Inline styles are allowed: positioned menus and the reader's colour scheme need them, and they run no code.
 */
export function pagePolicy(scriptHashes: readonly string[], options: PagePolicyOptions): string {
  const scripts = ["'self'", ...scriptHashes.map((hash) => `'${hash}'`)].join(' ');
  const frames = ["'self'", 'blob:', ...options.frameOrigins].join(' ');
  return [
    "default-src 'none'",
    `script-src ${scripts}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "media-src 'self'",
    "manifest-src 'self'",
    `frame-src ${frames}`,
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    ...(options.https ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}
