import type { CaptchaDirective } from '#domain/captcha.ts';

/** Default headers of every response, errors included. Source: OWASP Secure Headers; RELIABILITY W2. */
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
   * Other origins that an operator allows in frames. On all pages: a client-side navigation keeps the policy of the
   * first page.
   */
  readonly frameOrigins: readonly string[];
  /** Sources needed by the configured captcha service, by directive. Also on all pages. */
  readonly captcha: Readonly<Partial<Record<CaptchaDirective, readonly string[]>>>;
}

/**
 * Content Security Policy of an HTML page. `scriptHashes` are those of its inline scripts (`sha256-…`).
 * Inline styles are allowed: positioned menus and the reader's colour scheme need them, and they can't run code.
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

/**
 * Content Security Policy of a script, which holds where the script runs as a worker: that takes none from its page.
 * One reads files of strangers, so it may load scripts and data of our origin, and evaluate no text as code.
 */
export const WORKER_POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'";
