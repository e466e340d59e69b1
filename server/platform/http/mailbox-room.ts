import { createHash, timingSafeEqual } from 'node:crypto';
import type { LocalMailbox } from '#server/providers/mailer/local-mailbox.ts';
import { bearerOf } from './authenticator.ts';
import { isLocalRequest } from './is-local-request.ts';
import type { Room } from './room.ts';

export interface MailboxRoomOptions {
  readonly mailbox: LocalMailbox;
  /** The app's own address: the only page that may ask. */
  readonly publicUrl: string;
  /** Which the program tells at its start to whoever reads its output. */
  readonly key: string;
}

const BASE = '/local/mailbox';

/**
 * The mails of an installation without a mail server, among them links that open accounts. So "local" is
 * checked four ways, each closing a hole that the others leave: the peer (another machine), forwarded headers
 * (a proxy on this machine), the Host (a foreign name rebound to 127.0.0.1), and the Origin (any web page that
 * is open in the owner's browser). A proxy that adds no header passes all of them, so the owner shows a key as well.
 */
export function createMailboxRoom({ mailbox, publicUrl, key }: MailboxRoomOptions): Room {
  const ownOrigin = new URL(publicUrl).origin;
  return {
    base: BASE,
    async handle(request, context) {
      if (!isLocalRequest(request, context)) return new Response('Not found', { status: 404 });
      if (!isOwnPage(request, ownOrigin)) return new Response('Forbidden', { status: 403 });
      const answer = hasKey(request, key) ? await answerTo(request, mailbox) : keyless();
      answer.headers.set('Cache-Control', 'no-store');
      return answer;
    },
  };
}

/** Digests are compared: they are of one length, and the time to compare them tells nothing of the key. */
function hasKey(request: Request, key: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(bearerOf(request) ?? ''), digest(key));
}

function keyless(): Response {
  return Response.json(
    { message: 'The key of the mailbox is needed, which the server tells at its start' },
    { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } },
  );
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
