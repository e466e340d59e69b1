/**
 * Maximum bytes of sign-up metadata as JSON. It is part of every access token, and the HTTP server limits all
 * headers to 16 kB.
 */
export const SIGN_UP_DATA_MAX_BYTES = 8_000;
