import { BlockList, isIP } from 'node:net';

/** Non-public IPv4 ranges: this host, private, carrier-grade NAT, link-local, test, multicast, reserved. */
const RESERVED_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

/**
 * Non-public ranges within 2000::/3: Teredo, benchmarking, ORCHID, documentation, and 6to4, which embeds any IPv4
 * address.
 */
const RESERVED_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const reserved = listOf([...RESERVED_V4, ...RESERVED_V6]);
/** The allocated range of global IPv6. Everything else (mapped, NAT64, local, multicast) leads elsewhere. */
const global = listOf(['2000::/3']);

function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits = ''] = range.split('/');
    list.addSubnet(address, Number(bits), isIP(address) === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}

/** True for an IP address of the public internet. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !reserved.check(address, 'ipv4');
    case 6:
      return global.check(address, 'ipv6') && !reserved.check(address, 'ipv6');
    default:
      return false;
  }
}
