import { isLoopback } from '#server/lib/is-loopback.ts';
import type { ProviderError } from '../provider-error/provider-error.ts';
import type { Place } from './advice.ts';

/** Advises on calls that got no response, based on the error codes of Node and undici. */
export function adviceForConnection(error: ProviderError, { url, host, base }: Place): string | null {
  const code = codeOf(error);
  const scheme = url?.protocol;
  if (code === 'ECONNREFUSED') {
    // Inside a container, localhost is the container itself.
    const isHere = url !== null && isLoopback(url.hostname);
    const elsewhere = isHere ? ' (inside a container, localhost is the container itself)' : '';
    return `Nothing is listening at ${host}. Start the server there or correct ${base}${elsewhere}.`;
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return `Couldn’t find ${host}. Correct ${base} or check this computer’s connection.`;
  }
  if (code === 'CERT_HAS_EXPIRED') {
    return `The certificate of ${host} has expired. Renew it there or correct this computer’s clock.`;
  }
  if (CERTIFICATE.test(code)) {
    return `The certificate of ${host} isn’t trusted. Set NODE_EXTRA_CA_CERTS to its authority’s certificate file.`;
  }
  if (TLS.test(code)) {
    return scheme === 'https:'
      ? `${host} doesn’t support TLS. If it’s in your own network, start ${base} with http://.`
      : `Couldn’t understand ${host}’s response. Start ${base} with https://.`;
  }
  if (scheme === 'http:' && NO_HTTP.test(code))
    return `${host} closes the connection. Start ${base} with https://.`;
  return `Couldn’t reach ${host}. Check ${base} and any firewall or proxy in between.`;
}

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/;
const TLS = /^(EPROTO|ERR_SSL_|HPE_)/;
const NO_HTTP = /^(ECONNRESET|UND_ERR_SOCKET)$/;

/** Returns the code of the innermost cause that has one, or an empty string. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const inner = codeOf(error.cause);
  if (inner !== '') return inner;
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}
