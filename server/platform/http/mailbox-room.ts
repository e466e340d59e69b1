import type { LocalMailbox } from '#server/providers/mailer/local-mailbox.ts';
import type { RequestContext, Room } from './room.ts';

export interface MailboxRoomOptions {
  readonly mailbox: LocalMailbox;
  /** The app's own address: the only page that may ask. */
  readonly publicUrl: string;
}

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
const BASE = '/local/mailbox';
const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);
const LOOPBACK_PEER = /^(127\.\d{1,3}\.\d{1,3}\.\d{1,3}|::1|::ffff:127\.\d{1,3}\.\d{1,3}\.\d{1,3})$/;

/**
 * The mails of an installation without a mail server, among them links that open accounts. So "local" is
 * checked four ways, each closing a hole that the others leave: the peer (another machine), forwarded headers
 * (a proxy on this machine), the Host (a foreign name rebound to 127.0.0.1), and the Origin (any web page that
 * is open in the owner's browser).
 */
export function createMailboxRoom({ mailbox, publicUrl }: MailboxRoomOptions): Room {
  const ownOrigin = new URL(publicUrl).origin;
  return {
    base: BASE,
    async handle(request, context) {
      if (!isLocal(request, context)) return new Response('Not found', { status: 404 });
      if (!isOwnPage(request, ownOrigin)) return new Response('Forbidden', { status: 403 });
      const answer = await answerTo(request, mailbox);
      answer.headers.set('Cache-Control', 'no-store');
      return answer;
    },
  };
}

async function answerTo(request: Request, mailbox: LocalMailbox): Promise<Response> {
  if (new URL(request.url).pathname !== BASE) return new Response('Not found', { status: 404 });
  switch (request.method) {
    case 'GET':
      return Response.json({ messages: await mailbox.list() });
    case 'DELETE':
      await mailbox.clear();
      return new Response(null, { status: 204 });
    default:
      return new Response('Method not allowed', { status: 405, headers: { Allow: 'GET, DELETE' } });
  }
}

function isLocal(request: Request, context: RequestContext): boolean {
  if (FORWARDED_HEADERS.some((name) => request.headers.has(name))) return false;
  return LOOPBACK_PEER.test(context.ip) && LOOPBACK_HOSTS.has(new URL(request.url).hostname);
}

/** A browser names the page that asks by Origin, and where it leaves Origin out, by Sec-Fetch-Site. */
function isOwnPage(request: Request, ownOrigin: string): boolean {
  const origin = request.headers.get('origin');
  const site = request.headers.get('sec-fetch-site');
  const sameHost = new URL(request.url).origin;
  return (
    (origin === null || origin === ownOrigin || origin === sameHost) &&
    (site === null || site === 'same-origin' || site === 'none')
  );
}
