import { z } from 'zod';
import { timeoutSignal } from '#server/lib/timeout-signal.ts';
import type { Connection } from './connection.ts';
import { readBodyText } from './read-body-text.ts';
import type { ServerKind } from './server-kind.ts';
import type { ServedModel } from './text-model.ts';

const LIMIT_MS = 5_000;

/** Ollama's default: its FAQ, "How can I specify the context window size?". */
const OLLAMA_CONTEXT = 4_096;

interface Looking {
  readonly kind: ServerKind;
  readonly models: readonly ServedModel[];
  /** Earlier knowledge of a model. */
  readonly earlier: (id: string) => ServedModel | null;
  readonly signal: AbortSignal;
}

/** Adds what a self-hosted server reports through its own API, outside the protocol. Leaves other models unchanged. */
export async function lookCloser(
  connection: Connection,
  { kind, models, earlier, signal }: Looking,
): Promise<readonly ServedModel[]> {
  const look = LOOKS[kind];
  if (!look) return models;
  return Promise.all(models.map((model) => look(connection, model, { earlier: earlier(model.id), signal })));
}

interface LookOptions {
  readonly earlier: ServedModel | null;
  readonly signal: AbortSignal;
}

type Look = (connection: Connection, model: ServedModel, options: LookOptions) => Promise<ServedModel>;

const LOOKS: Partial<Record<ServerKind, Look>> = {
  ollama: probeOllama,
  'llama-cpp': probeLlamaCpp,
  'lm-studio': probeLmStudio,
};

const shown = z.object({
  capabilities: z.array(z.string()).nullish().catch(null),
  /** The lines of the Modelfile, such as `num_ctx 8192`. */
  parameters: z.string().nullish().catch(null),
});

/** `POST /api/show`, `GET /api/ps`: the model's capabilities, and the context it's loaded with. */
async function probeOllama(
  connection: Connection,
  model: ServedModel,
  { earlier, signal }: LookOptions,
): Promise<ServedModel> {
  const [details, loaded] = await Promise.all([
    ask(connection, '/api/show', { schema: shown, signal, body: { model: model.id } }),
    loadedContext(connection, model.id, signal),
  ]);
  const told = /^num_ctx\s+(\d+)/m.exec(details?.parameters ?? '')?.[1];
  const can = details?.capabilities ?? null;
  return {
    ...model,
    ...windowOf({ loaded, told: told === undefined ? null : Number(told), earlier }),
    ...(can && { thinks: can.includes('thinking'), sees: can.includes('vision') }),
    ...(can && !can.includes('completion') && { isOther: true }),
  };
}

/** A model that Ollama has unloaded comes back with the context that it had. Before its first load, there is only a guess. */
function windowOf({
  loaded,
  told,
  earlier,
}: {
  loaded: number | null;
  told: number | null;
  earlier: ServedModel | null;
}): Pick<ServedModel, 'window' | 'isWindowGuessed'> {
  const known = earlier?.isWindowGuessed ? undefined : earlier?.window;
  const window = loaded ?? known ?? told;
  return window == null ? { window: OLLAMA_CONTEXT, isWindowGuessed: true } : { window };
}

const running = z.object({
  models: z.array(z.object({ name: z.string(), context_length: z.int().positive().nullish().catch(null) })),
});

/** Returns the context that Ollama loaded a model with; null if it isn't loaded, or an older version doesn't say. */
export async function loadedContext(
  connection: Connection,
  model: string,
  signal: AbortSignal,
): Promise<number | null> {
  const answer = await ask(connection, '/api/ps', { schema: running, signal });
  const found = answer?.models.find(({ name }) => name === model || name === `${model}:latest`);
  return found?.context_length ?? null;
}

const props = z.object({
  default_generation_settings: z
    .object({ n_ctx: z.int().positive().nullish().catch(null) })
    .nullish()
    .catch(null),
  chat_template: z.string().nullish().catch(null),
  modalities: z
    .object({ vision: z.boolean().nullish().catch(null) })
    .nullish()
    .catch(null),
});

/**
 * `GET /props`: the context per request, image support, and the template, which has the tags of a thinking model. With
 * several models, the server knows this of one that is loaded; `autoload=false` loads none.
 */
async function probeLlamaCpp(
  connection: Connection,
  model: ServedModel,
  { earlier, signal }: LookOptions,
): Promise<ServedModel> {
  const which = new URLSearchParams({ model: model.id, autoload: 'false' });
  const told = await ask(connection, `/props?${which.toString()}`, { schema: props, signal });
  const loaded = told?.default_generation_settings?.n_ctx;
  const template = told?.chat_template;
  // One that has been unloaded comes back with the context that it had.
  if (!loaded && model.isWindowGuessed && earlier && !earlier.isWindowGuessed) return earlier;
  return {
    ...model,
    ...(loaded && { window: loaded, isWindowGuessed: false }),
    ...(template && { thinks: /think|reasoning|analysis/i.test(template) }),
    ...(told?.modalities && { sees: told.modalities.vision === true }),
  };
}

const loadedList = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      type: z.string().nullish().catch(null),
      loaded_context_length: z.int().positive().nullish().catch(null),
    }),
  ),
});

/** `GET /api/v0/models`: the context that a model is loaded with, and image support. */
async function probeLmStudio(
  connection: Connection,
  model: ServedModel,
  { signal }: LookOptions,
): Promise<ServedModel> {
  const list = await ask(connection, '/api/v0/models', { schema: loadedList, signal });
  const found = list?.data.find(({ id }) => id === model.id);
  return {
    ...model,
    ...(found?.loaded_context_length && { window: found.loaded_context_length }),
    ...(found?.type && { sees: found.type === 'vlm', isOther: found.type === 'embeddings' }),
  };
}

/** Calls the server's root, outside the protocol. Null if the response doesn't fit: it may be another server. */
async function ask<Schema extends z.ZodType>(
  connection: Connection,
  path: string,
  { schema, signal, body }: { schema: Schema; signal: AbortSignal; body?: object },
): Promise<z.output<Schema> | null> {
  const limited = AbortSignal.any([signal, timeoutSignal(LIMIT_MS)]);
  try {
    const response = await connection.send(path, { signal: limited, atRoot: true, ...(body && { body }) });
    const parsed = schema.safeParse(JSON.parse(await readBodyText(response)));
    return response.ok && parsed.success ? parsed.data : null;
  } catch {
    signal.throwIfAborted();
    return null;
  }
}
