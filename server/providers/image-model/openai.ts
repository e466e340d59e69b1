import type { Log } from '#server/lib/log.ts';
import { type ConnectionOptions, createConnection } from '../text-model/connection.ts';
import { listModels } from '../text-model/list-models.ts';
import { callImageModel } from './call-image-model.ts';
import type { ImageModel, ImageRequest } from './image-model.ts';
import { resolveSize } from './resolve-size.ts';

export interface OpenAiImageOptions extends ConnectionOptions {
  readonly log: Log;
  readonly kind?: ImageModel['kind'];
  /** Milliseconds that one picture may take. */
  readonly limitMs?: number;
}

/**
 * OpenAI's images API, and servers that speak it. Asked for PNG whatever file is wanted in the end: pressing a picture
 * twice would show, and how much "50" presses is told differently by everybody.
 */
export function createOpenAiImageModel({
  log,
  kind = 'real',
  limitMs,
  ...options
}: OpenAiImageOptions): ImageModel {
  const connection = createConnection(options);
  const call = { connection, log, ...(limitMs !== undefined && { limitMs }) };
  return {
    kind,
    create: (request, given) =>
      callImageModel(
        call,
        { path: '/images/generations', body: { ...fieldsOf(request), moderation: 'low' } },
        { request, options: given },
      ),
    edit(request, given) {
      const form = new FormData();
      for (const [name, value] of Object.entries(fieldsOf(request))) form.set(name, String(value));
      form.set('image', toFile(request.image, 'image.png'));
      if (request.mask) form.set('mask', toFile(request.mask, 'mask.png'));
      return callImageModel(call, { path: '/images/edits', form }, { request, options: given });
    },
    sizeFor: resolveSize,
    listModels: async (signal) => (await listModels(connection, signal))?.map(({ id }) => id) ?? null,
  };
}

function toFile(png: Buffer, name: string): File {
  return new File([new Uint8Array(png)], name, { type: 'image/png' });
}

function fieldsOf({ model, prompt, size, background }: ImageRequest) {
  return {
    model,
    prompt,
    n: 1,
    size: `${size.width}x${size.height}`,
    quality: 'low',
    output_format: 'png',
    background,
  };
}
