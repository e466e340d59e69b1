import { timeoutSignal } from '#server/lib/timeout-signal.ts';
import type { Connection } from './connection.ts';
import { lookCloser } from './probe-server.ts';
import { readBodyText } from './read-body-text.ts';
import { readErrorBody, toTextModelError } from './read-error.ts';
import { webPageError } from './reading/read-chunks.ts';
import type { ServerFacts } from './server-facts.ts';
import { ownerKind } from './server-kind.ts';
import { type ServedModel, TextModelError } from './text-model.ts';
import { type ListedModel, modelListSchema } from './wire.ts';

const LIMIT_MS = 10_000;

/** For a text server: stores its list in `facts`, and probes the models in use. */
interface Looking {
  readonly facts: ServerFacts;
  readonly used: readonly string[];
}

/**
 * Lists the models served now, or returns null if the server has no list. Throws TextModelError if the server can't be
 * reached or refuses, or if a web page answers.
 */
export async function listModels(
  connection: Connection,
  signal: AbortSignal,
  { facts, used, path = '/models' }: Partial<Looking> & { path?: string } = {},
): Promise<readonly ServedModel[] | null> {
  const listed = await readList(connection, signal, path);
  if (listed === null || !facts) return listed?.map(toServedModel) ?? null;
  facts.recognise(ownerKind(listed.map(({ owned_by }) => owned_by ?? null)));
  const models = [...new Map(listed.map((each) => [each.id, toServedModel(each)])).values()];
  const before = new Map(models.map(({ id }) => [id, facts.served(id)]));
  const earlier = (id: string): ServedModel | null => before.get(id) ?? null;
  facts.learnList(models);
  const isUsed = ({ id }: ServedModel): boolean =>
    models.length === 1 || (used ?? []).some((model) => id === model || id === `${model}:latest`);
  const closer = await lookCloser(connection, {
    kind: facts.kind,
    models: models.filter(isUsed),
    earlier,
    signal,
  });
  const all = [...models.filter((model) => !isUsed(model)), ...closer];
  facts.learnList(all);
  return all;
}

async function readList(
  connection: Connection,
  signal: AbortSignal,
  path: string,
): Promise<readonly ListedModel[] | null> {
  try {
    const response = await connection.send(path, {
      signal: AbortSignal.any([signal, timeoutSignal(LIMIT_MS)]),
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
    if (headers.get('content-type')?.includes('text/html')) throw webPageError();
    return readModels(body);
  } catch (error) {
    if (signal.aborted) throw new TextModelError('aborted', 'the call was cancelled', { retryable: false });
    if (error instanceof TextModelError) throw error;
    throw new TextModelError('upstream', 'the list of models broke off', { retryable: true, cause: error });
  }
}

function readModels(body: string): readonly ListedModel[] | null {
  try {
    const parsed = modelListSchema.safeParse(JSON.parse(body));
    return parsed.success ? parsed.data.data : null;
  } catch {
    // Not JSON: the list is unknown, so null.
    return null;
  }
}

function toServedModel(listed: ListedModel): ServedModel {
  const { pricing, expiration_date, shutdown_date, supported_parameters: takes, meta, status } = listed;
  const window =
    meta?.n_ctx ??
    listed.context_length ??
    listed.max_model_len ??
    listed.max_context_length ??
    listed.context_window ??
    null;
  const isWindowGuessed = status != null && meta?.n_ctx == null;
  const { input_modalities: seen, output_modalities: made } = listed.architecture ?? {};
  const sees = seen?.includes('image') ?? listed.capabilities?.vision ?? null;
  const isChat = made?.includes('text') ?? listed.capabilities?.completion_chat ?? true;
  return {
    // Gemini's endpoint lists `models/…` and accepts both names.
    id: listed.id.replace(/^models\//, ''),
    price: pricing ?? null,
    endsOn: expiration_date ?? shutdown_date ?? null,
    ...(window !== null && { window, ...(isWindowGuessed && { isWindowGuessed }) }),
    ...(takes && { takes, thinks: takes.includes('reasoning') }),
    ...(sees !== null && { sees }),
    ...(!isChat && { isOther: true }),
  };
}
