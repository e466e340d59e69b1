import { z } from 'zod';
import { DISK_IS_FULL } from '#server/lib/disk-space.ts';
import type { Caller } from '../../db/caller.ts';
import { DatabaseError } from '../../db/database.ts';
import { isDiskFull } from '../../db/disk-full.ts';
import { isHeldUp } from '../../db/held-up.ts';
import { isLost } from '../../db/lost.ts';
import { corsHeaders, preflight } from '../../http/cors.ts';
import { isStorable } from '../../http/is-storable.ts';
import { BodyError, readJson } from '../../http/read-json.ts';
import type { RequestContext } from '../../http/room.ts';
import type { RealtimeParts } from '../realtime-parts.ts';
import type { BroadcastBody } from '../socket/frames.ts';
import { findTopicRights } from '../socket/topic-rights.ts';
import type { Message } from '../socket/topics.ts';

const SINGLE = /^\/realtime\/v1\/api\/broadcast\/([^/]+)\/events\/([^/]+)$/;

const batch = z.object({
  messages: z
    .array(
      z.object({
        topic: z.string().min(1).refine(isStorable, 'must be well-formed and without NUL characters'),
        event: z.string().min(1),
        payload: z.record(z.string(), z.unknown()),
        private: z.boolean().default(false),
      }),
    )
    .max(100),
});

/** An error in this API's format. */
class HttpRefusal extends Error {
  override readonly name = 'HttpRefusal';
  readonly status: number;
  readonly body: object;

  constructor(status: number, body: object) {
    super(JSON.stringify(body));
    this.status = status;
    this.body = body;
  }
}

/** Broadcasts over HTTP, for senders without a socket. */
export async function answerHttp(
  parts: RealtimeParts,
  request: Request,
  context: RequestContext,
): Promise<Response> {
  if (request.method === 'OPTIONS') return preflight(request);
  const response = await route(parts, request).catch((error: unknown) => refusal(parts, error, context));
  for (const [name, value] of Object.entries(corsHeaders(request))) response.headers.set(name, value);
  return response;
}

async function route(parts: RealtimeParts, request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname === '/realtime/v1/api/ping') return Response.json({ message: 'Success' });
  const single = SINGLE.exec(pathname);
  if (pathname !== '/realtime/v1/api/broadcast' && !single)
    throw new HttpRefusal(404, { message: 'Not Found' });
  if (request.method !== 'POST') throw new HttpRefusal(405, { message: 'Method Not Allowed' });
  const authentication = await parts.authenticator.fromRequest(request);
  if (!authentication.ok) throw new HttpRefusal(401, { message: 'Unauthorized' });
  return single
    ? sendOne(parts, request, authentication.caller, single)
    : sendBatch(parts, request, authentication.caller);
}

/** `POST /api/broadcast`. Skips private messages that the caller isn't allowed to send. */
async function sendBatch(parts: RealtimeParts, request: Request, caller: Caller): Promise<Response> {
  const parsed = batch.safeParse(await readJson(request));
  if (!parsed.success)
    throw new HttpRefusal(422, {
      errors: {
        messages: parsed.error.issues.map(({ message, path }) => `${path.join('.') || 'body'}: ${message}`),
      },
    });
  const rights = new Map<string, Promise<boolean>>();
  for (const { topic, event, payload, private: isPrivate } of parsed.data.messages) {
    const allowed = isPrivate ? (rights.get(topic) ?? mayWrite(parts, topic, caller)) : true;
    if (isPrivate && typeof allowed !== 'boolean') rights.set(topic, allowed);
    if (await allowed)
      send(parts, { topic, event, private: isPrivate, body: { encoding: 'json', value: payload } });
  }
  return new Response(null, { status: 202 });
}

/** `POST /api/broadcast/{topic}/events/{event}?private=` */
async function sendOne(
  parts: RealtimeParts,
  request: Request,
  caller: Caller,
  [, topicPart = '', eventPart = '']: RegExpExecArray,
): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const [topic, event] = [decode(topicPart), decode(eventPart)];
  const isPrivate = searchParams.get('private') === 'true';
  if ([...searchParams.keys()].some((name) => name.startsWith('persist'))) {
    throw new HttpRefusal(422, { error: 'Storing a message is not supported' });
  }
  if (isPrivate && !(await mayWrite(parts, topic, caller)))
    throw new HttpRefusal(401, { message: 'Unauthorized' });
  send(parts, { topic, event, private: isPrivate, body: await readBody(parts, request) });
  return new Response(null, { status: 202 });
}

async function readBody({ limits }: RealtimeParts, request: Request): Promise<BroadcastBody> {
  const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase();
  if (type === 'application/json') {
    return { encoding: 'json', value: await readJson(request, { maxBytes: limits.messageBytes }) };
  }
  if (type !== 'application/octet-stream') throw new HttpRefusal(415, { message: 'Unsupported Media Type' });
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > limits.messageBytes) throw new HttpRefusal(413, { message: 'Payload Too Large' });
    chunks.push(chunk);
  }
  return { encoding: 'binary', bytes: Buffer.concat(chunks) };
}

async function mayWrite({ database }: RealtimeParts, topic: string, caller: Caller): Promise<boolean> {
  return (await findTopicRights(database, topic, caller)).writeBroadcast;
}

function send({ topics, relay }: RealtimeParts, message: Message): void {
  topics.deliver(message);
  relay.publish(message);
}

function decode(part: string): string {
  const text = decodeOrNull(part);
  if (text === null || !isStorable(text)) {
    throw new HttpRefusal(422, {
      errors: { topic: ['must be percent-encoded UTF-8 without NUL characters'] },
    });
  }
  return text;
}

function decodeOrNull(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null; // a bare `%`, or bytes that aren't UTF-8
  }
}

function refusal({ log }: RealtimeParts, error: unknown, { requestId }: RequestContext): Response {
  if (error instanceof HttpRefusal) return Response.json(error.body, { status: error.status });
  if (error instanceof BodyError) {
    return Response.json({ message: error.message }, { status: error.status === 400 ? 422 : error.status });
  }
  if (isDiskFull(error)) return Response.json({ message: DISK_IS_FULL }, { status: 507 });
  const passing = error instanceof DatabaseError ? fromDatabase(error) : null;
  if (passing) return passing;
  log.error('a broadcast over HTTP failed', { error, requestId });
  return Response.json({ message: 'Something went wrong on our side.' }, { status: 500 });
}

/** Maps transient database errors. Null for a failure of ours. */
function fromDatabase(error: DatabaseError): Response | null {
  const { code, message } = error;
  const refuse = (status: number, message: string): Response =>
    Response.json({ message }, { status, headers: { 'Retry-After': '5' } });
  if (code === 'PT429') return refuse(429, message);
  if (code === '53300' || isHeldUp(error))
    return refuse(503, 'The server is too busy. Try again in a moment.');
  if (isLost(error)) return refuse(503, 'The database can’t be reached. Try again in a moment.');
  if (code === '57014') return refuse(504, 'This took too long. Try again in a moment.');
  return null;
}
