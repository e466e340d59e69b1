/**
 * Bytes of JSON that a sign-up may say about its person. It travels in every access token, and the HTTP server takes
 * 16 kB of headers in all.
 */
export const SIGN_UP_DATA_MAX_BYTES = 8_000;
