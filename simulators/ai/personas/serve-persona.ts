import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ChatRequest, countPromptTokens } from '../chat-request.ts';
import type { ChatHost } from '../complete-chat.ts';
import { readWithin } from '../context-limit.ts';
import type { JournalEntry } from '../journal.ts';
import { Reply } from '../reply.ts';
import { findScript } from '../scripts/find-script.ts';
import { formOf } from '../scripts/form-of.ts';
import type { WireError } from '../wire-errors.ts';
import { normaliseRequest } from './normalise-request.ts';
import type { Persona, PersonaHost, PersonaRequest } from './persona.ts';
import type { SharedSlots } from './shared-slots.ts';
import { Speech } from './speech.ts';
import { fieldsOf, formatIn, modelIn } from './wire-body.ts';

/** A vendor's server as set up by a test. */
export interface Stage {
  readonly persona: Persona;
  readonly host: PersonaHost;
  readonly slots: SharedSlots | null;
}

interface Wire {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Handles a request to a vendor's server: its lists and own calls, its rejections, and chat in its own form. */
export async function servePersona(
  stage: Stage,
  host: ChatHost,
  entry: JournalEntry,
  wire: Wire,
): Promise<void> {
  const { persona } = stage;
  const request: PersonaRequest = {
    method: entry.method,
    path: entry.path.replace(/\?.*$/, ''),
    headers: entry.headers,
    body: entry.body,
  };
  if (request.method !== 'POST' || request.path !== `${persona.base}/chat/completions`) {
    return send(wire.response, persona.answer(request, stage.host) ?? NOT_FOUND);
  }
  const refusal = persona.refuse(request, stage.host);
  if (refusal) return send(wire.response, refusal);
  const named = modelIn(entry.body);
  const model = persona.plainModel?.(named) ?? named;
  const script = findScript(host.aliases[model] ?? model, host.scripts);
  if (!script) return send(wire.response, persona.unknownModel?.(model) ?? unknownModel(model));

  const chat = normaliseRequest(entry.body);
  const voice = persona.speak(request, stage.host);
  const read = readWithin(chat, { tokens: voice.reads, beyond: 'cut' });
  const promptTokens = countPromptTokens(read);
  const speech = new Speech(voice, {
    promptTokens,
    isForm: asksForJson(entry.body) || formOf(chat) !== undefined,
    hasFormat: asksForJson(entry.body),
  });
  const id = `${persona.naming?.prefix ?? 'chatcmpl-'}${randomBytes(12).toString('base64url')}`;
  entry.generationId = id;
  const reply = new Reply(wire.response, {
    id,
    model,
    promptTokens,
    streamed: chat.stream === true,
    onBreak() {
      entry.end = 'broken';
    },
    idHeader: persona.naming?.header ?? null,
    speech,
  });
  entry.request = chat;
  host.changed();
  await stage.slots?.join(reply, promptTokens);
  if (asksOnlyWhetherThere(chat)) {
    await reply.words('ok');
    await reply.end();
  } else {
    const authorization = wire.request.headers.authorization ?? '';
    const nthAs = (role: string): number => host.count(`${model} as ${role}`);
    await script({ request: read, reply, nth: host.count(model), nthAs, url: host.url, authorization });
  }
  stage.slots?.leave(reply);
  entry.counts = speech.counts;
}

/** As without a persona; but the request is kept in the journal, and a thinking model has no tokens left for text. */
function asksOnlyWhetherThere({ messages, max_tokens, max_completion_tokens }: ChatRequest): boolean {
  return messages.length === 1 && (max_completion_tokens ?? max_tokens) === 16;
}

/** By `response_format`, or vLLM's own field. */
function asksForJson(body: unknown): boolean {
  return formatIn(body) !== 'text' || fieldsOf(body)['structured_outputs'] !== undefined;
}

const NOT_FOUND: WireError = {
  status: 404,
  body: { error: { message: 'Not Found', type: 'invalid_request_error', param: null, code: null } },
};

/** OpenAI's wording, also used by compatible servers. */
function unknownModel(model: string): WireError {
  const message = `The model \`${model}\` does not exist or you do not have access to it.`;
  return {
    status: 404,
    body: { error: { message, type: 'invalid_request_error', param: null, code: 'model_not_found' } },
  };
}

function send(response: ServerResponse, { status, body, headers }: WireError): void {
  const isText = typeof body === 'string';
  response.writeHead(status, { 'content-type': isText ? 'text/plain' : 'application/json', ...headers });
  response.end(isText ? body : JSON.stringify(body));
}
