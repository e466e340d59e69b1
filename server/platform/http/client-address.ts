import { BlockList, isIP } from 'node:net';

/** Reads the client's address; a forwarded one only behind a proxy that the operator named. */
export type ClientAddress = (peer: string | undefined, forwardedFor: string | null) => string;

/** `trusted`: addresses or CIDR ranges, such as `10.0.0.0/8`. Throws RangeError for anything else. */
export function createClientAddress(trusted: readonly string[]): ClientAddress {
  const proxies = new BlockList();
  for (const entry of trusted) addRange(proxies, entry);
  const isTrusted = (address: string): boolean => {
    const family = isIP(address);
    return family !== 0 && proxies.check(address, family === 6 ? 'ipv6' : 'ipv4');
  };
  return (peer, forwardedFor) => {
    let address = plainAddress(peer ?? '');
    const hops = forwardedFor?.split(',').map((hop) => plainAddress(hop.trim())) ?? [];
    // From the nearest hop outwards: each proxy we trust vouches for the hop before it, nobody for more.
    while (isTrusted(address)) {
      const before = hops.pop();
      if (before === undefined || isIP(before) === 0) break;
      address = before;
    }
    return address || 'unknown';
  };
}

function addRange(list: BlockList, entry: string): void {
  const [address = '', bits] = entry.split('/');
  const family = isIP(address);
  if (family === 0) throw new RangeError(`"${entry}" is neither an IP address nor a range like 10.0.0.0/8`);
  const type = family === 6 ? 'ipv6' : 'ipv4';
  if (bits === undefined) list.addAddress(address, type);
  else list.addSubnet(address, Number(bits), type);
}

/** `::ffff:127.0.0.1` is how a dual-stack socket names an IPv4 peer. */
function plainAddress(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;
}
