import { DatabaseError } from '../database.ts';
import { LOST } from '../lost.ts';
import { tlsModeOf, withTlsMode } from './address.ts';

/** From `pg`, which has no code for it. */
const NO_TLS = 'The server does not support SSL connections';

/** https://nodejs.org/docs/latest-v24.x/api/tls.html#x509-certificate-error-codes */
const UNKNOWN_CA = [
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'CERT_SIGNATURE_FAILURE', // a CA of the same name
];

/** Says what to do about it, if TLS is why a connection failed; otherwise returns the error. */
export function explainTls(error: unknown): unknown {
  const problem = problemOf(error);
  return problem === null ? error : new DatabaseError(LOST, problem, { cause: error });
}

function problemOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (error.message === NO_TLS) {
    return 'the server offers no TLS. Turn it on there, or set sslmode=disable if you trust the network';
  }
  if (!('code' in error) || typeof error.code !== 'string') return null;
  if (error.code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return "the server's certificate is for another host name. Use that name in the address, or sslmode=verify-ca";
  }
  if (error.code === 'CERT_HAS_EXPIRED') return "the server's certificate has expired. Renew it there";
  if (!UNKNOWN_CA.includes(error.code)) return null;
  return "the server's certificate isn't from a CA that is trusted here. Set sslrootcert to the file of its CA";
}

/**
 * `pg` doesn't have `sslmode=prefer` (https://github.com/brianc/node-postgres/issues/2720). The address without TLS, if it
 * allows that and the server offers none; otherwise null.
 */
export function withoutTls(url: string, error: unknown): string | null {
  const isWithout = error instanceof Error && error.message === NO_TLS;
  return isWithout && tlsModeOf(url) === 'prefer' ? withTlsMode(url, 'disable') : null;
}
