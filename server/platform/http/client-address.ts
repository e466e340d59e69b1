import { BlockList, isIP } from 'node:net';

/** Determines the client's address; a forwarded one is only used behind a configured proxy. */
export type ClientAddress = (peer: string | undefined, forwardedFor: string | null) => string;

/** Headers added by proxies, tunnels and CDNs. */
const FORWARDING =
  /^(forwarded|via|cdn-loop|cf-ray|(x|true|cf|fastly|fly)-(real|client|cluster-client|connecting)-ip|x-(forwarded|original|envoy)(-.+)?)$/;

/** `name` in lower case. */
export function isForwardingHeader(name: string): boolean {
  return FORWARDING.test(name);
}

/** `trusted`: addresses or CIDR ranges, such as `10.0.0.0/8`. Throws RangeError for anything else. */
export function createClientAddress(trusted: readonly string[]): ClientAddress {
  const isTrusted = createTrustedPeers(trusted);
  return (peer, forwardedFor) => {
    let address = plainAddress(peer ?? '');
    const hops = hopsOf(forwardedFor);
    // From the nearest hop outwards: each trusted proxy vouches for the hop before it, no further.
    while (isTrusted(address)) {
      const before = hops.pop();
      if (before === undefined || before === null) break;
      address = before;
    }
    return address || 'unknown';
  };
}

/** Tells whether an address is a configured proxy's. Throws as `createClientAddress` does. */
export function createTrustedPeers(trusted: readonly string[]): (address: string | undefined) => boolean {
  const proxies = new BlockList();
  for (const entry of trusted) addRange(proxies, entry);
  return (peer = '') => {
    const address = plainAddress(peer);
    const family = isIP(address);
    return family !== 0 && proxies.check(address, family === 6 ? 'ipv6' : 'ipv4');
  };
}

/** Returns the addresses of an X-Forwarded-For, the client's first; null for an invalid hop. */
export function hopsOf(forwardedFor: string | null): (string | null)[] {
  return forwardedFor?.split(',').map((hop) => addressOf(hop.trim())) ?? [];
}

/** Parses an address; some proxies add the port: `203.0.113.9:4711`, `[2001:db8::1]:4711`. */
function addressOf(hop: string): string | null {
  const [, inBrackets, beforePort] = /^\[([^\]]+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(hop) ?? [];
  const address = plainAddress(inBrackets ?? beforePort ?? hop);
  return isIP(address) === 0 ? null : address;
}

function addRange(list: BlockList, entry: string): void {
  const [address = '', bits] = entry.split('/');
  const family = isIP(address);
  if (family === 0) throw new RangeError(`"${entry}" isn't an IP address or a range such as 10.0.0.0/8`);
  const type = family === 6 ? 'ipv6' : 'ipv4';
  if (bits === undefined) list.addAddress(address, type);
  else list.addSubnet(address, Number(bits), type);
}

/** `::ffff:127.0.0.1` is an IPv4 peer on a dual-stack socket. */
function plainAddress(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;
}
