import type { Connection } from './connection.ts';
import {
  type DataCollection,
  type Dialect,
  dialectOf,
  toRequestBody,
  withLooserShape,
  withoutRefused,
} from './dialect.ts';
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
    const known = byModel.get(request.model) ?? own;
    let dialect = known;
    for (;;) {
      const body = toRequestBody(request, dialect);
      const response = await connection.send('/chat/completions', { body, signal });
      if (response.ok) {
        // Only what has helped: without a name it may have been anything else.
        if (dialect !== known) byModel.set(request.model, dialect);
        return { response, secrets };
      }
      const { status, headers } = response;
      // A body that breaks off leaves the status to go by.
      const error = readErrorBody(await readBodyText(response).catch(() => ''));
      const failure = toTextModelError(error, { status, headers, secrets });
      const isVague = request.shape && failure.kind === 'request' && (status === 400 || status === 404);
      const less =
        (status === 400 ? withoutRefused(dialect, error) : null) ??
        (isVague ? withLooserShape(dialect) : null);
      if (less === null) throw failure;
      dialect = less;
    }
  };
}
