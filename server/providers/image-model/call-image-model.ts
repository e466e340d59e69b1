import type { Log } from '#server/lib/log.ts';
import { timeoutSignal } from '#server/lib/timeout-signal.ts';
import { ProviderError } from '../provider-error/provider-error.ts';
import type { Connection } from '../text-model/connection.ts';
import type { ImageOptions, ImageRequest, ImageResult } from './image-model.ts';
import { RefusedField, readImage } from './read-image.ts';

/** A high-quality image takes up to three minutes. */
export const PICTURE_MS = 180_000;

export interface ImageCall {
  readonly path: string;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Files to send as form data together with the fields; null: the fields are JSON. */
  readonly files: Readonly<Record<string, File>> | null;
}

export interface ImageCallerOptions {
  readonly connection: Connection;
  readonly log: Log;
  /** Timeout of one image in milliseconds. */
  readonly limitMs?: number | undefined;
  /** Fields that request previews. Once a server has rejected one, it is omitted from then on. */
  readonly previews: Readonly<Record<string, unknown>>;
}

export type ImageCaller = (
  call: ImageCall,
  given: { readonly request: ImageRequest; readonly options: ImageOptions },
) => Promise<ImageResult>;

/** Requests one image. Every failure is a ProviderError; logs one line with duration and cost, never content. */
export function createImageCaller(caller: ImageCallerOptions): ImageCaller {
  const { connection, log, limitMs = PICTURE_MS } = caller;
  let hasPreviews = true;

  async function ask(call: ImageCall, { request, options }: Parameters<ImageCaller>[1], signal: AbortSignal) {
    const asksPreviews = hasPreviews && options.onPreview !== undefined;
    const fields = asksPreviews ? { ...call.fields, ...caller.previews } : call.fields;
    const response = await connection.send(call.path, { ...toBody(fields, call.files), signal });
    const id = response.headers.get('x-generation-id') ?? response.headers.get('x-request-id');
    if (id !== null) options.onGenerationId?.(id);
    return readImage(connection, response, {
      prompt: request.prompt,
      signal,
      optional: asksPreviews ? Object.keys(caller.previews) : [],
      onPreview: (bytes) => options.onPreview?.(bytes),
    });
  }

  return async (call, given) => {
    const startedAt = performance.now();
    const elapsed = (): number => Math.round(performance.now() - startedAt);
    const limit = timeoutSignal(limitMs);
    const signal = AbortSignal.any([given.options.signal, limit]);
    const { model } = given.request;
    try {
      const result = await ask(call, given, signal).catch((error: unknown) => {
        if (!(error instanceof RefusedField)) throw error;
        hasPreviews = false;
        return ask(call, given, signal);
      });
      log.info('image model answered', {
        model,
        ms: elapsed(),
        bytes: result.bytes.length,
        ...result.usage,
      });
      return result;
    } catch (error) {
      const failure = toProviderError(error, given.options.signal, limit);
      log.info('image model failed', {
        model,
        kind: failure.kind,
        status: failure.status,
        reason: failure.message,
        ms: elapsed(),
      });
      throw failure;
    }
  };
}

function toBody(fields: ImageCall['fields'], files: ImageCall['files']): { body?: object; form?: FormData } {
  if (files === null) return { body: fields };
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  for (const [name, file] of Object.entries(files)) form.set(name, file);
  return { form };
}

function toProviderError(error: unknown, given: AbortSignal, limit: AbortSignal): ProviderError {
  if (given.aborted) return new ProviderError('aborted', 'the call was cancelled', { retryable: false });
  if (limit.aborted)
    return new ProviderError('upstream', 'the image did not come in time', {
      retryable: true,
      isSilence: true,
    });
  if (error instanceof ProviderError) return error;
  return new ProviderError('upstream', 'the connection broke off', { retryable: true, cause: error });
}
