import type { RequestContext } from './room.ts';

/** What a proxy, a tunnel or a delivery network adds. Its peer address is loopback too, but the person behind it is not. */
const FORWARDED =
  /^(forwarded|via|cdn-loop|cf-ray|(x|true|cf|fastly|fly)-(real|client|cluster-client|connecting)-ip|x-(forwarded|original|envoy)(-.+)?)$/;
const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);
const LOOPBACK_PEER = /^(127\.\d{1,3}\.\d{1,3}\.\d{1,3}|::1|::ffff:127\.\d{1,3}\.\d{1,3}\.\d{1,3})$/;

/**
 * Whether a request seems to have been made on this machine: by its peer (another machine), by forwarded headers (a
 * proxy on this machine), and by its Host (a foreign name that was rebound to 127.0.0.1). Each closes a hole that the
 * others leave. A proxy that adds no header and writes its own Host looks the same: what must not be shown through one
 * needs a secret besides.
 */
export function isLocalRequest(request: Request, context: RequestContext): boolean {
  for (const name of request.headers.keys()) if (FORWARDED.test(name)) return false;
  return LOOPBACK_PEER.test(context.ip) && LOOPBACK_HOSTS.has(new URL(request.url).hostname);
}
