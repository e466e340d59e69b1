import { z } from 'zod';
import { ProviderError } from '../provider-error/provider-error.ts';
import type { Connection } from '../text-model/connection.ts';
import { readBodyText } from '../text-model/read-body-text.ts';
import { readErrorBody, readErrorValue, toTextModelError } from '../text-model/read-error.ts';
import { readSse } from '../text-model/reading/sse.ts';
import type { ErrorObject } from '../text-model/wire.ts';
import { type ImageResult, type ImageUsage, RefusedSize } from './image-model.ts';
import { isSizeRefusal } from './refused-size.ts';

/** Fits a PNG of eight million pixels in base64 three times. */
const MAX_BODY = 96 * 1024 * 1024;
const MAX_IMAGE = 64 * 1024 * 1024;

const picture = z.object({
  b64_json: z.string().nullish(),
  url: z.string().nullish(),
  revised_prompt: z.string().nullish(),
});

const usageShape = z
  .object({
    input_tokens: z.number().nullish(),
    output_tokens: z.number().nullish(),
    prompt_tokens: z.number().nullish(),
    completion_tokens: z.number().nullish(),
    cost: z.number().nullish(),
  })
  .nullish();

const answer = z.object({
  data: z.array(picture).nullish(),
  usage: usageShape,
  error: z.unknown().optional(),
});

/** The server doesn't know a field that only requests extras, and rejected it before any work. */
export class RefusedField extends Error {
  override readonly name = 'RefusedField';
}

export interface ReadingOptions {
  /** Must not be repeated in error messages. */
  readonly prompt: string;
  readonly signal: AbortSignal;
  /** Fields that the server may reject with RefusedField. */
  readonly optional: readonly string[];
  readonly onPreview?: (bytes: Buffer) => void;
}

/**
 * Reads the single image of a response in any of its forms. Throws ProviderError (including RefusedSize), and
 * RefusedField.
 */
export async function readImage(
  connection: Connection,
  response: Response,
  options: ReadingOptions,
): Promise<ImageResult> {
  const { status, headers } = response;
  const secrets = { key: connection.key, sent: [options.prompt] };
  const failed = (error: ErrorObject): ProviderError => {
    const failure = toTextModelError(error, { status: response.ok ? null : status, headers, secrets });
    if (!isSizeRefusal(error, failure)) return failure;
    return new RefusedSize('request', failure.message, {
      retryable: false,
      ...(failure.status !== null && { status: failure.status }),
    });
  };
  if (response.ok && headers.get('content-type')?.startsWith('text/event-stream')) {
    return toResult(connection, await readLast(response, options.onPreview, failed), options.signal);
  }
  const body = await readBodyText(response, MAX_BODY);
  if (!response.ok) {
    const error = readErrorBody(body);
    if (options.optional.some((name) => error.param?.startsWith(name)))
      throw new RefusedField(error.param ?? '');
    throw failed(error);
  }
  const parsed = answer.safeParse(parseJson(body));
  if (!parsed.success)
    throw new ProviderError('protocol', 'the answer is not that of an image model', { retryable: true });
  const { data, usage, error } = parsed.data;
  if (error != null) throw failed(readErrorValue(error));
  return toResult(connection, { ...data?.[0], usage }, options.signal);
}

const event = picture.extend({ type: z.string(), usage: usageShape, error: z.unknown().optional() });

/** Reads the event with the final image, and passes on the previews before it. */
async function readLast(
  response: Response,
  onPreview: ReadingOptions['onPreview'],
  failed: (error: ErrorObject) => ProviderError,
): Promise<z.output<typeof event>> {
  if (response.body === null)
    throw new ProviderError('empty', 'the answer holds no image data', { retryable: true });
  for await (const item of readSse(response.body, MAX_BODY)) {
    // The `[DONE]` some servers send is skipped like any unknown event.
    const parsed = event.safeParse('data' in item ? parseJson(item.data) : undefined);
    if (!parsed.success) continue;
    const { type, error, b64_json: base64 } = parsed.data;
    if (type === 'error') throw failed(readErrorValue(error));
    if (type.endsWith('.completed')) return parsed.data;
    if (type.endsWith('.partial_image') && base64) onPreview?.(fromBase64(base64));
  }
  throw new ProviderError('truncated', 'the stream ended before the picture', { retryable: true });
}

async function toResult(
  connection: Connection,
  { b64_json: base64, url, revised_prompt: revised, usage }: Partial<z.output<typeof event>>,
  signal: AbortSignal,
): Promise<ImageResult> {
  const bytes = base64 ? fromBase64(base64) : await fetchImage(connection, url ?? null, signal);
  return { bytes, revisedPrompt: revised ?? null, usage: usage ? toUsage(usage) : null };
}

function toUsage(usage: NonNullable<z.output<typeof usageShape>>): ImageUsage {
  return {
    promptTokens: usage.input_tokens ?? usage.prompt_tokens ?? 0,
    completionTokens: usage.output_tokens ?? usage.completion_tokens ?? 0,
    cost: usage.cost ?? null,
  };
}

/** Decodes base64; some servers send a data URL instead. */
function fromBase64(text: string): Buffer {
  return Buffer.from(text.replace(/^data:image\/[\w.+-]+;base64,/, ''), 'base64');
}

/**
 * Downloads the image if the response has a URL, as with servers other than OpenAI's current models. Only from the
 * server itself: a response must not make us request anything else.
 */
async function fetchImage(
  connection: Connection,
  address: string | null,
  signal: AbortSignal,
): Promise<Buffer> {
  if (address === null || address === '') {
    throw new ProviderError('empty', 'the answer holds no image data', { retryable: true });
  }
  const failed = (why: string, cause?: unknown): ProviderError =>
    new ProviderError('fetch', `the image at the address in the answer ${why}`, { retryable: false, cause });
  const { baseUrl } = connection;
  if (!URL.canParse(address) || new URL(address).origin !== baseUrl.origin)
    throw failed('lies somewhere else');
  let response: Response;
  try {
    response = await fetch(address, { redirect: 'error', signal });
  } catch (error) {
    throw failed('cannot be reached', error);
  }
  if (!response.ok || !response.body) throw failed(`was answered with ${response.status}`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.byteLength;
    if (size > MAX_IMAGE) throw failed('is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A gateway's page, or a truncated body.
    return undefined;
  }
}
