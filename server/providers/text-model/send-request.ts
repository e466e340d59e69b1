import type { Connection } from './connection.ts';
import { type DataCollection, type Dialect, dialectOf, toRequestBody, withoutRefused } from './dialect.ts';
import { readBodyText } from './read-body-text.ts';
import { type FailureContext, readErrorBody, toTextModelError } from './read-error.ts';
import type { TextRequest } from './text-model.ts';

export interface Sent {
  /** Its status is one of success. */
  readonly response: Response;
  /** What a failure that comes later must not repeat. */
  readonly secrets: FailureContext['secrets'];
}

/** Sends requests in the server's dialect, and remembers per model what it had to leave out. Throws TextModelError for an answer of failure. */
export function createRequestSender(connection: Connection, dataCollection?: DataCollection) {
  const byModel = new Map<string, Dialect>();
  const own = dialectOf(connection.baseUrl, dataCollection);
  return async (request: TextRequest, signal: AbortSignal): Promise<Sent> => {
    const secrets = { key: connection.key, sent: request.messages.map((message) => message.content) };
    for (;;) {
      const dialect = byModel.get(request.model) ?? own;
      const body = toRequestBody(request, dialect);
      const response = await connection.send('/chat/completions', { body, signal });
      if (response.ok) return { response, secrets };
      const { status, headers } = response;
      // A body that breaks off leaves the status to go by.
      const error = readErrorBody(await readBodyText(response).catch(() => ''));
      const next = status === 400 ? withoutRefused(dialect, error) : null;
      if (!next) throw toTextModelError(error, { status, headers, secrets });
      byModel.set(request.model, next);
    }
  };
}
