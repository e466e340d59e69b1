import type { Connection } from './connection.ts';
import type { DataCollection } from './dialect.ts';
import { readBodyText } from './read-body-text.ts';
import { type FailureContext, readErrorBody, toTextModelError } from './read-error.ts';
import { withLess, withoutRefused } from './refusals.ts';
import { toRequestBody } from './request-body.ts';
import type { ServerFacts } from './server-facts.ts';
import type { TextRequest } from './text-model.ts';

export interface Sent {
  /** Its status is one of success. */
  readonly response: Response;
  /** What a failure that comes later must not repeat. */
  readonly secrets: FailureContext['secrets'];
  /** The optional fields that went out. */
  readonly fields: readonly string[];
}

/** Statuses of a request that was judged and refused. */
const JUDGED = [400, 404, 422];

/** Sends requests in the server's dialect, and remembers per model what it had to leave out. Throws TextModelError for an answer of failure. */
export function createRequestSender(
  connection: Connection,
  facts: ServerFacts,
  dataCollection: DataCollection = 'deny',
) {
  return async (request: TextRequest, signal: AbortSignal): Promise<Sent> => {
    const { model } = request;
    const secrets = { key: connection.key, sent: request.messages.map((message) => message.content) };
    const isRouter = facts.kind === 'openrouter';
    const known = facts.dialect(model);
    let dialect = known;
    for (;;) {
      const body = toRequestBody(request, dialect, isRouter ? { dataCollection } : null);
      const response = await connection.send('/chat/completions', { body, signal });
      if (response.ok) {
        // Only what has helped: without a name it may have been anything else.
        if (dialect !== known) facts.learn(model, { dialect });
        return { response, secrets, fields: optionalFields(body) };
      }
      const { status, headers } = response;
      // A body that breaks off leaves the status to go by.
      const error = readErrorBody(await readBodyText(response).catch(() => ''));
      const failure = toTextModelError(error, { status, headers, secrets });
      const refusal = { error, body, isRouter, status };
      const isJudged = JUDGED.includes(status) && ['request', 'context'].includes(failure.kind);
      const less = isJudged
        ? (withoutRefused(dialect, refusal) ??
          (failure.kind === 'request' ? withLess(dialect, refusal) : null))
        : null;
      if (less === null) throw failure;
      dialect = less;
    }
  };
}

const ALWAYS = ['model', 'messages', 'stream'];

const optionalFields = (body: Readonly<Record<string, unknown>>): string[] =>
  Object.keys(body).filter((field) => !ALWAYS.includes(field));
