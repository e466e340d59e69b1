import { isIPv6 } from 'node:net';

/** Rate limit key of a peer. A subscriber of an IPv6 network has a whole /64: 2^64 addresses. */
export function peerKey(ip: string): string {
  if (!isIPv6(ip)) return ip;
  const groups = new URL(`http://[${ip.split('%')[0]}]`).hostname.slice(1, -1).split('::');
  const [head = '', tail = ''] = groups;
  const before = head.split(':').filter(Boolean);
  const after = tail.split(':').filter(Boolean);
  const zeros = groups.length > 1 ? Array<string>(8 - before.length - after.length).fill('0') : [];
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`;
}
