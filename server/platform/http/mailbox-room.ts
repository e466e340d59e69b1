import type { LocalMailbox } from '#server/providers/mailer/local-mailbox.ts';
import { isLocalRequest } from './is-local-request.ts';
import type { Room } from './room.ts';

export interface MailboxRoomOptions {
  readonly mailbox: LocalMailbox;
  /** The app's own address: the only page that may ask. */
  readonly publicUrl: string;
}

const BASE = '/local/mailbox';

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
      if (!isLocalRequest(request, context)) return new Response('Not found', { status: 404 });
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
