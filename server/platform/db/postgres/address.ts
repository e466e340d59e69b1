import type { ClientConfig } from 'pg';
import { parse, toClientConfig } from 'pg-connection-string';

/** As libpq means them: https://www.postgresql.org/docs/current/libpq-ssl.html#LIBPQ-SSL-SSLMODE-STATEMENTS */
export const TLS_MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;
export type TlsMode = (typeof TLS_MODES)[number];

export const isTlsMode = (text: string): text is TlsMode => TLS_MODES.some((mode) => mode === text);

/** Reads an address with its parameters, and the files that it names. */
export function readAddress(url: string): ClientConfig {
  const address = new URL(url);
  const { searchParams } = address;
  // Node's own list of CAs is the default.
  if (searchParams.get('sslrootcert') === 'system') searchParams.delete('sslrootcert');
  searchParams.delete('uselibpqcompat'); // said below, for all
  try {
    const config = toClientConfig(parse(address.href, { useLibpqCompat: true }));
    // As in libpq, there's no TLS on a Unix-domain socket.
    return config.host?.startsWith('/') ? { ...config, ssl: false } : config;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`the address of the database can't be used: ${why}`, { cause });
  }
}

export const tlsModeOf = (url: string): string | null => new URL(url).searchParams.get('sslmode');

export function withTlsMode(url: string, mode: TlsMode): string {
  const address = new URL(url);
  address.searchParams.set('sslmode', mode);
  return address.href;
}
