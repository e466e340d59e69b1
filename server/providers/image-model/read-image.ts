import { z } from 'zod';
import { ProviderError } from '../provider-error/provider-error.ts';
import type { Connection } from '../text-model/connection.ts';
import { readBodyText } from '../text-model/read-body-text.ts';
import { readErrorBody, readErrorValue, toTextModelError } from '../text-model/read-error.ts';
import type { ImageResult, ImageUsage } from './image-model.ts';

/** A picture of eight million pixels as PNG, in base64, fits three times. */
const MAX_BODY = 96 * 1024 * 1024;
const MAX_IMAGE = 64 * 1024 * 1024;

const answer = z.object({
  data: z
    .array(
      z.object({
        b64_json: z.string().nullish(),
        url: z.string().nullish(),
        revised_prompt: z.string().nullish(),
      }),
    )
    .nullish(),
  usage: z
    .object({
      input_tokens: z.number().nullish(),
      output_tokens: z.number().nullish(),
      prompt_tokens: z.number().nullish(),
      completion_tokens: z.number().nullish(),
      cost: z.number().nullish(),
    })
    .nullish(),
  error: z.unknown().optional(),
});

/** The one picture of an answer, in whichever form it came. Throws ProviderError. */
export async function readImage(
  connection: Connection,
  response: Response,
  { prompt, signal }: { prompt: string; signal: AbortSignal },
): Promise<ImageResult> {
  const { status, headers } = response;
  const secrets = { key: connection.key, sent: [prompt] };
  const body = await readBodyText(response, MAX_BODY);
  if (!response.ok) throw toTextModelError(readErrorBody(body), { status, headers, secrets });
  const parsed = answer.safeParse(parseJson(body));
  if (!parsed.success)
    throw new ProviderError('protocol', 'the answer is not that of an image model', { retryable: true });
  const { data, usage, error } = parsed.data;
  if (error != null) throw toTextModelError(readErrorValue(error), { status: null, headers, secrets });
  const [image] = data ?? [];
  const bytes = image?.b64_json
    ? fromBase64(image.b64_json)
    : await fetchImage(connection, image?.url ?? null, signal);
  return { bytes, revisedPrompt: image?.revised_prompt ?? null, usage: usage ? toUsage(usage) : null };
}

function toUsage(usage: NonNullable<z.output<typeof answer>['usage']>): ImageUsage {
  return {
    promptTokens: usage.input_tokens ?? usage.prompt_tokens ?? 0,
    completionTokens: usage.output_tokens ?? usage.completion_tokens ?? 0,
    cost: usage.cost ?? null,
  };
}

/** Some send a data address where bare base64 is meant. */
function fromBase64(text: string): Buffer {
  return Buffer.from(text.replace(/^data:image\/[\w.+-]+;base64,/, ''), 'base64');
}

/**
 * OpenAI's models of today send the picture itself. A server that sends an address is asked for it only where that lies
 * with the server itself: an answer must not be able to send us anywhere else.
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
    // A gateway's page, or a body that broke off.
    return undefined;
  }
}
