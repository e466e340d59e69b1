import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ChatHost, completeChat } from './complete-chat.ts';
import { listedContext } from './context-limit.ts';
import { makeImage, sendPicture } from './images/make-image.ts';
import type { JournalEntry, JournalWriter } from './journal.ts';
import { type Stage, servePersona } from './personas/serve-persona.ts';
import { bareError, type WireError, wireError } from './wire-errors.ts';

const MAX_BODY = 10 * 1024 * 1024;
/** Limit for images to be edited. */
const MAX_IMAGE_BODY = 60 * 1024 * 1024;

/** Records a request in the journal, checks the key and dispatches it. */
export async function handleRequest(
  host: ChatHost & {
    readonly apiKey: string;
    readonly journal: JournalWriter;
    /** Null: no particular vendor's server. */
    readonly stage: Stage | null;
  },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const raw = await readBody(request);
  const body = raw.toString();
  const entry = toEntry(request, body);
  host.journal.add(entry);
  response.once('close', () => {
    entry.status = response.headersSent ? response.statusCode : null;
    if (entry.end === 'open') entry.end = response.writableFinished ? 'answered' : 'aborted';
    host.journal.changed();
  });

  if (host.stage) return servePersona(host.stage, host, entry, { request, response });

  // Image URLs need no key.
  if (entry.path.startsWith('/v1/pictures/')) return sendPicture(response, entry.path);
  if (request.headers.authorization !== `Bearer ${host.apiKey}`)
    return send(response, wireError('authentication'));
  const isImage = entry.path.startsWith('/v1/images');
  if (raw.length > (isImage ? MAX_IMAGE_BODY : MAX_BODY))
    return send(response, wireError('payload_too_large'));
  switch (`${request.method} ${entry.path}`) {
    case 'GET /v1/models':
      return send(response, { status: 200, body: listModels(host) });
    case 'POST /v1/chat/completions':
      return completeChat(host, entry, { request, response });
    case 'POST /v1/images/generations':
    case 'POST /v1/images/edits':
    case 'POST /v1/images':
      return makeImage(host, entry, { request, response, raw });
    default:
      return send(response, bareError(404));
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of request) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}

function toEntry(request: IncomingMessage, body: string): JournalEntry {
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
  return {
    at: new Date(),
    method: request.method ?? '',
    path: request.url ?? '',
    headers: Object.fromEntries(headers),
    body: parseJson(body),
    request: null,
    status: null,
    generationId: null,
    end: 'open',
  };
}

/** Returns invalid JSON as text, which the schema then rejects. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function send(response: ServerResponse, { status, body, headers }: WireError): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

function listModels({ aliases, context }: Pick<ChatHost, 'aliases' | 'context'>): unknown {
  const ids = ['sim/fast', 'sim/long', 'sim/team', ...Object.keys(aliases)];
  return {
    data: [...ids, 'sim/expires', 'sim/shuts-down'].map((id) => ({
      id,
      name: id,
      created: 1_790_000_000,
      ...listedContext(context),
      pricing: { prompt: '0.000001', completion: '0.000001' },
      architecture: { input_modalities: ['text'], output_modalities: ['text'] },
      supported_parameters: ['max_tokens', 'temperature', 'stop', 'seed'],
      // The field names of OpenRouter and OpenAI.
      ...(id === 'sim/expires' && { expiration_date: '2030-06-30' }),
      ...(id === 'sim/shuts-down' && { shutdown_date: 1_909_008_000 }),
    })),
  };
}
