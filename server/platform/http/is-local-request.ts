import type { RequestContext } from './room.ts';

/** What a proxy adds. Its peer address is loopback too, but the person behind it is not. */
const FORWARDED_HEADERS = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-server',
  'x-real-ip',
  'cf-connecting-ip',
  'true-client-ip',
];
const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);
const LOOPBACK_PEER = /^(127\.\d{1,3}\.\d{1,3}\.\d{1,3}|::1|::ffff:127\.\d{1,3}\.\d{1,3}\.\d{1,3})$/;

/**
 * Whether a request was made on this machine: by its peer (another machine), by forwarded headers (a proxy on this
 * machine), and by its Host (a foreign name that was rebound to 127.0.0.1). Each closes a hole that the others leave.
 */
export function isLocalRequest(request: Request, context: RequestContext): boolean {
  if (FORWARDED_HEADERS.some((name) => request.headers.has(name))) return false;
  return LOOPBACK_PEER.test(context.ip) && LOOPBACK_HOSTS.has(new URL(request.url).hostname);
}
