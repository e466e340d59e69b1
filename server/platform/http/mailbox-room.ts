import type { LocalMailbox } from '#server/providers/mailer/local-mailbox.ts';
import type { LocalDoor } from './local-door.ts';
import type { Room } from './room.ts';
import { hasBearer } from './tokens/authenticator.ts';

export interface MailboxRoomOptions {
  readonly mailbox: LocalMailbox;
  readonly door: LocalDoor;
  /** Printed by the program at its start. */
  readonly key: string;
}

const BASE = '/local/mailbox';

/**
 * Shows the mails of an installation without a mail server, including links that open accounts. A program behind a
 * proxy that adds no header passes the local check, so a key is required as well.
 */
export function createMailboxRoom({ mailbox, door, key }: MailboxRoomOptions): Room {
  return {
    base: BASE,
    async handle(request, context) {
      if (!door(request, context)) return new Response('Not found', { status: 404 });
      const answer = hasBearer(request, key) ? await answerTo(request, mailbox) : keyless();
      answer.headers.set('Cache-Control', 'no-store');
      return answer;
    },
  };
}

function keyless(): Response {
  return Response.json(
    { message: 'Open the mailbox with the link that the server prints when it starts' },
    { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } },
  );
}

/** `/local/mailbox/{id of a mail}/{place of its attachment}` */
const ATTACHMENT = /^\/local\/mailbox\/([\w-]+)\/(\d{1,3})$/;

async function answerTo(request: Request, mailbox: LocalMailbox): Promise<Response> {
  const { pathname } = new URL(request.url);
  const [, id, at] = ATTACHMENT.exec(pathname) ?? [];
  if (id !== undefined && request.method === 'GET') return attachmentOf(mailbox, id, Number(at));
  if (pathname !== BASE) return new Response('Not found', { status: 404 });
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

/** Always a download, whatever it holds. */
async function attachmentOf(mailbox: LocalMailbox, id: string, at: number): Promise<Response> {
  const attachment = await mailbox.readAttachment(id, at);
  if (!attachment) return new Response('Not found', { status: 404 });
  return new Response(new Uint8Array(attachment.content), {
    headers: {
      'Content-Type': attachment.type,
      'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(attachment.name)}`,
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
