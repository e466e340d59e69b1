import type { Log } from '#server/lib/log.ts';
import { ProviderError } from '../provider-error/provider-error.ts';
import type { Connection } from '../text-model/connection.ts';
import type { ImageOptions, ImageRequest, ImageResult } from './image-model.ts';
import { readImage } from './read-image.ts';

/** A picture of high quality takes up to three minutes. */
const LIMIT_MS = 300_000;

export interface ImageCall {
  readonly path: string;
  readonly body?: object;
  readonly form?: FormData;
}

/** Asks for one picture. Every failure is a ProviderError; one line in the log says what it took, never what was said. */
export async function callImageModel(
  { connection, log, limitMs = LIMIT_MS }: { connection: Connection; log: Log; limitMs?: number },
  { path, body, form }: ImageCall,
  { request, options }: { request: ImageRequest; options: ImageOptions },
): Promise<ImageResult> {
  const startedAt = performance.now();
  const elapsed = (): number => Math.round(performance.now() - startedAt);
  const limit = AbortSignal.timeout(limitMs);
  const signal = AbortSignal.any([options.signal, limit]);
  try {
    const response = await connection.send(path, { body, form, signal });
    const id = response.headers.get('x-generation-id') ?? response.headers.get('x-request-id');
    if (id !== null) options.onGenerationId?.(id);
    const result = await readImage(connection, response, { prompt: request.prompt, signal });
    log.info('image model answered', {
      model: request.model,
      ms: elapsed(),
      bytes: result.bytes.length,
      ...result.usage,
    });
    return result;
  } catch (error) {
    const failure = toProviderError(error, options.signal, limit);
    log.info('image model failed', {
      model: request.model,
      kind: failure.kind,
      status: failure.status,
      reason: failure.message,
      ms: elapsed(),
    });
    throw failure;
  }
}

function toProviderError(error: unknown, given: AbortSignal, limit: AbortSignal): ProviderError {
  if (given.aborted) return new ProviderError('aborted', 'the call was cancelled', { retryable: false });
  if (limit.aborted)
    return new ProviderError('upstream', 'the image did not come in time', { retryable: true });
  if (error instanceof ProviderError) return error;
  return new ProviderError('upstream', 'the connection broke off', { retryable: true, cause: error });
}
