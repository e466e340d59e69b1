import type { Connection } from './connection.ts';
import { readBodyText } from './read-body-text.ts';
import { readErrorBody, toTextModelError } from './read-error.ts';
import { type ServedModel, TextModelError } from './text-model.ts';
import { type ListedModel, modelListSchema } from './wire.ts';

const LIMIT_MS = 10_000;

/** The models served now; null where the server has no such list. Throws TextModelError when it cannot be asked. */
export async function listModels(
  connection: Connection,
  signal: AbortSignal,
  path = '/models',
): Promise<readonly ServedModel[] | null> {
  try {
    const response = await connection.send(path, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]),
    });
    const body = await readBodyText(response);
    const { status, headers } = response;
    if (status === 404 || status === 405 || status === 501) return null;
    if (!response.ok) {
      throw toTextModelError(readErrorBody(body), {
        status,
        headers,
        secrets: { key: connection.key, sent: [] },
      });
    }
    return readModels(body);
  } catch (error) {
    if (signal.aborted) throw new TextModelError('aborted', 'the call was cancelled', { retryable: false });
    if (error instanceof TextModelError) throw error;
    throw new TextModelError('upstream', 'the list of models broke off', { retryable: true, cause: error });
  }
}

function readModels(body: string): readonly ServedModel[] | null {
  try {
    const parsed = modelListSchema.safeParse(JSON.parse(body));
    return parsed.success ? parsed.data.data.map(toServedModel) : null;
  } catch {
    // Not JSON: a gateway's page. The list is unknown, which is what null says.
    return null;
  }
}

function toServedModel(listed: ListedModel): ServedModel {
  const { id, pricing, expiration_date, shutdown_date, context_length, max_model_len, meta } = listed;
  const window = context_length ?? max_model_len ?? meta?.n_ctx ?? null;
  return {
    id,
    price: pricing ?? null,
    endsOn: expiration_date ?? shutdown_date ?? null,
    ...(window !== null && { window }),
  };
}
