import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { PageError } from './page-reader.ts';
import { isPublicAddress } from './public-address.ts';

/** The checked address at which to request a page, regardless of later DNS answers. */
export interface Target {
  readonly url: URL;
  readonly address: string;
  readonly family: 4 | 6;
  readonly port: number;
}

export type Resolve = (host: string) => Promise<readonly LookupAddress[]>;

export interface TargetOptions {
  /** Hosts in the operator's network that may be read, with their addresses. */
  readonly internalHosts: ReadonlyMap<string, { readonly address: string; readonly port: number }>;
  readonly resolve?: Resolve;
}

const resolveAll: Resolve = (host) => lookup(host, { all: true, verbatim: true });

/** Names that resolvers typically answer with local addresses. */
const HOUSE_NAME = /^[^.]+$|\.(localhost|local|internal|intranet|lan|home|corp|private|onion)$/;

/**
 * Decides whether and at which address a URL may be requested. All addresses of its name must be public, not just the
 * one used: otherwise a name with both kinds could pass by chance. Throws PageError.
 */
export async function findTarget(url: URL, options: TargetOptions): Promise<Target> {
  const secure = url.protocol === 'https:';
  if (!secure && url.protocol !== 'http:') throw forbidden(`no such protocol is read: ${url.protocol}`);
  if (url.username !== '' || url.password !== '') throw forbidden('the address holds a password');
  // The parser drops the protocol's default port.
  if (url.port !== '') throw forbidden(`no such port is asked: ${url.port}`);
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

  const internal = options.internalHosts.get(host);
  if (internal) return { url, ...internal, family: familyOf(internal.address) };

  const addresses = isIP(host) !== 0 ? [host] : await resolvePublicName(host, options.resolve ?? resolveAll);
  const [address] = addresses;
  if (address === undefined) throw new PageError('unreachable', `${host} has no address`);
  if (!addresses.every(isPublicAddress)) throw forbidden(`${host} is not on the public internet`);
  return { url, address, family: familyOf(address), port: secure ? 443 : 80 };
}

async function resolvePublicName(host: string, resolve: Resolve): Promise<string[]> {
  if (HOUSE_NAME.test(host)) throw forbidden(`${host} is a name inside a network`);
  try {
    return (await resolve(host)).map(({ address }) => address);
  } catch (error) {
    throw new PageError('unreachable', `${host} was not found`, error);
  }
}

function familyOf(address: string): 4 | 6 {
  return isIP(address) === 6 ? 6 : 4;
}

function forbidden(message: string): PageError {
  return new PageError('forbidden', message);
}
