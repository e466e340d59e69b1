import type { CaptchaDirective } from '#domain/captcha.ts';

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
  /** What a captcha service that an operator has chosen must be allowed, by directive. On every page alike, too. */
  readonly captcha: Readonly<Partial<Record<CaptchaDirective, readonly string[]>>>;
}

/**
 * The policy of an HTML page. `scriptHashes` are those of its own inline scripts (`sha256-…`).
 * Inline styles are allowed: positioned menus and the reader's colour scheme need them, and they run no code.
 */
export function pagePolicy(scriptHashes: readonly string[], options: PagePolicyOptions): string {
  const allow = (directive: CaptchaDirective, ...sources: readonly string[]): string =>
    [directive, "'self'", ...sources, ...(options.captcha[directive] ?? [])].join(' ');
  return [
    "default-src 'none'",
    allow('script-src', ...scriptHashes.map((hash) => `'${hash}'`)),
    allow('style-src', "'unsafe-inline'"),
    "img-src 'self' data: blob:",
    "font-src 'self'",
    allow('connect-src'),
    "media-src 'self'",
    "manifest-src 'self'",
    allow('frame-src', 'blob:', ...options.frameOrigins),
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    ...(options.https ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}
