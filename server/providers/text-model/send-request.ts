import type { Connection } from './connection.ts';
import type { DataCollection } from './dialect.ts';
import { readBodyText } from './read-body-text.ts';
import { type FailureContext, readErrorBody, toTextModelError } from './read-error.ts';
import { withLess, withoutRefused } from './refusals.ts';
import { toRequestBody } from './request-body.ts';
import type { ServerFacts } from './server-facts.ts';
import type { TextRequest } from './text-model.ts';

export interface Sent {
  /** Always has a success status. */
  readonly response: Response;
  /** Must not be repeated in later errors. */
  readonly secrets: FailureContext['secrets'];
  /** The optional fields that were sent. */
  readonly fields: readonly string[];
}

/** More than there are fallbacks: a server that names a new limit each time isn't followed forever. */
const MOST_STEPS = 12;

/** Statuses of a request that was validated and rejected. */
const JUDGED = [400, 404, 422];

/**
 * Sends requests in the server's dialect, and remembers per model which fields it had to drop. Throws TextModelError for
 * an error response.
 */
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
    /** Dialect by explicit rejections alone, without omissions due to a list or a guess. */
    const before = facts.certain(model);
    let certain = before;
    let isNamed = !facts.isSupposing(model);
    for (let step = 0; ; step += 1) {
      const body = toRequestBody(request, dialect, isRouter ? { dataCollection } : null);
      const response = await connection.send('/chat/completions', { body, signal });
      if (response.ok) {
        // Learn only from changes that helped.
        if (certain !== before) facts.learn(model, { dialect: certain });
        if (dialect !== known && !isNamed) facts.suppose(model, dialect);
        return { response, secrets, fields: optionalFields(body) };
      }
      const { status, headers } = response;
      // If the body is truncated, go by the status.
      const error = readErrorBody(await readBodyText(response).catch(() => ''));
      const failure = toTextModelError(error, { status, headers, secrets });
      const refusal = { error, body, isRouter, status };
      // If a prompt doesn't fit, no field is at fault, even though the error names the cap.
      const isJudged = JUDGED.includes(status) && failure.kind === 'request';
      const named = isJudged ? withoutRefused(dialect, refusal) : null;
      const less = named ?? (isJudged ? withLess(dialect, refusal) : null);
      if (less === null || step >= MOST_STEPS) throw failure;
      if (named === null) isNamed = false;
      else certain = withoutRefused(certain, refusal) ?? certain;
      dialect = less;
    }
  };
}

const ALWAYS = ['model', 'messages', 'stream'];

const optionalFields = (body: Readonly<Record<string, unknown>>): string[] =>
  Object.keys(body).filter((field) => !ALWAYS.includes(field));
