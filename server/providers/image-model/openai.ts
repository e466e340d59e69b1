import type { Log } from '#server/lib/log.ts';
import { type ConnectionOptions, createConnection } from '../text-model/connection.ts';
import { listModels } from '../text-model/list-models.ts';
import { createImageCaller } from './call-image-model.ts';
import type { ImageModel, ImageRequest } from './image-model.ts';
import { createKnownSizes } from './known-sizes.ts';

export interface OpenAiImageOptions extends ConnectionOptions {
  readonly log: Log;
  readonly kind?: ImageModel['kind'];
  /** Timeout of one image in milliseconds. */
  readonly limitMs?: number;
}

/**
 * OpenAI's images API, and compatible servers. Always requests PNG, whatever the final format: compressing twice
 * would show, and every server interprets a quality such as "50" differently.
 */
export function createOpenAiImageModel({
  log,
  kind = 'real',
  limitMs,
  ...options
}: OpenAiImageOptions): ImageModel {
  const connection = createConnection(options);
  const call = createImageCaller({ connection, log, limitMs, previews: { stream: true, partial_images: 2 } });
  const sizes = createKnownSizes();
  return {
    kind,
    create(request, given) {
      const fields = { ...fieldsOf(request), moderation: 'low' };
      const made = call({ path: '/images/generations', fields, files: null }, { request, options: given });
      return sizes.learning(request, made);
    },
    edit(request, given) {
      const files = {
        image: toFile(request.image, 'image.png'),
        ...(request.mask && { mask: toFile(request.mask, 'mask.png') }),
      };
      const fields = fieldsOf(request);
      return sizes.learning(
        request,
        call({ path: '/images/edits', fields, files }, { request, options: given }),
      );
    },
    sizeFor: sizes.sizeFor,
    listModels: (signal) => listModels(connection, signal),
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
