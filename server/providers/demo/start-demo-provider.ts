import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Log } from '#server/lib/log.ts';
import { answerChat } from './answer-chat.ts';
import { answerImages } from './answer-images.ts';
import { streamAnswer } from './stream-answer.ts';

export interface DemoProvider {
  /** Base URL as of any other provider, ending in `/v1`. */
  readonly baseUrl: string;
  close(): Promise<void>;
}

export interface DemoProviderOptions {
  readonly log: Log;
  /** Duration of an answer in milliseconds: long enough to watch it being written. */
  readonly answerMs?: number;
}

/** Its model id, shown with its results. */
export const DEMO_MODEL = 'demo';

const MAX_BODY = 1024 * 1024;
/** Limit for an image to be edited. */
const MAX_IMAGE_BODY = 64 * 1024 * 1024;

const chatRequest = z.object({
  model: z.string(),
  stream: z.literal(true),
  messages: z.array(z.object({ role: z.string(), content: z.string() })).min(1),
  /** Tools with several steps request JSON in a named form. */
  response_format: z.object({ json_schema: z.object({ name: z.string() }) }).optional(),
});

/** Fraction of the answer's duration: reading and planning steps are faster than writing. */
const FORM_TIME = 0.1;

/**
 * Substitute if no model is connected: a real HTTP server on loopback that speaks chat completions, so that a first
 * run takes the same path as a real one: queue, stream, steps, cancel, storage. Used only if nothing is configured,
 * never in place of a failing provider.
 */
export async function startDemoProvider({
  log,
  answerMs = 4_000,
}: DemoProviderOptions): Promise<DemoProvider> {
  const server = createServer((request, response) => {
    answer(request, response, answerMs).catch((error: unknown) => {
      // Usually a client that disconnected during its request.
      log.debug('the demo provider could not answer', { error });
      if (!response.headersSent) refuse(response, 500, 'the demo provider failed');
      else response.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    baseUrl: `http://127.0.0.1:${portOf(server.address())}/v1`,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(request: IncomingMessage, response: ServerResponse, answerMs: number): Promise<void> {
  switch (`${request.method} ${request.url}`) {
    case 'GET /v1/models':
      return json(response, 200, { object: 'list', data: [{ id: DEMO_MODEL, object: 'model' }] });
    case 'POST /v1/chat/completions': {
      const body = await readBody(request, MAX_BODY);
      if (body === null) return refuse(response, 413, `a request holds at most ${MAX_BODY} bytes`);
      const parsed = chatRequest.safeParse(parseJson(body.toString()));
      if (!parsed.success)
        return refuse(response, 400, 'a streamed chat completion with messages is expected');
      return chat(response, parsed.data, answerMs);
    }
    case 'POST /v1/images/generations':
    case 'POST /v1/images/edits': {
      const body = await readBody(request, MAX_IMAGE_BODY);
      if (body === null) return refuse(response, 413, `a request holds at most ${MAX_IMAGE_BODY} bytes`);
      const picture = await answerImages(body, request.headers);
      if (picture === null) return refuse(response, 400, 'the demo provider only draws its example tasks');
      await sleep(answerMs / 2);
      return json(response, 200, picture);
    }
    default:
      return refuse(response, 404, 'the demo provider has chat completions, images and models only');
  }
}

function chat(
  response: ServerResponse,
  { messages, response_format: format }: z.output<typeof chatRequest>,
  answerMs: number,
): Promise<void> | void {
  const form = format?.json_schema.name ?? null;
  const text = answerChat(messages, form);
  if (text === null) return refuse(response, 400, 'the demo provider only answers its example tasks');
  return streamAnswer(response, text, {
    model: DEMO_MODEL,
    answerMs: form === null ? answerMs : answerMs * FORM_TIME,
  });
}

/** Returns null if the body is too large. */
async function readBody(request: IncomingMessage, limit: number): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    const bytes = Buffer.from(part);
    size += bytes.length;
    if (size > limit) return null;
    parts.push(bytes);
  }
  return Buffer.concat(parts);
}

/** Undefined if it isn't JSON: the schema then rejects it. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refuse(response: ServerResponse, status: number, message: string): void {
  json(response, status, { error: { code: status, message } });
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('not listening on a port');
  return address.port;
}
