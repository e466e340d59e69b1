import type { Log } from '#server/lib/log.ts';
import { type ConnectionOptions, createConnection } from '../text-model/connection.ts';
import type { DataCollection } from '../text-model/dialect.ts';
import { listModels } from '../text-model/list-models.ts';
import { createImageCaller } from './call-image-model.ts';
import type { ImageModel, ImageOptions, ImageRequest, PixelSize } from './image-model.ts';
import { nearestShape } from './resolve-size.ts';

export interface OpenRouterImageOptions extends ConnectionOptions {
  readonly log: Log;
  readonly limitMs?: number;
  /** `allow` permits providers that retain prompts. Default: `deny`. */
  readonly dataCollection?: DataCollection;
}

/** Supported aspect ratios, each with a size of about a million pixels. The actual size is up to the model. */
const RATIOS = new Map<string, PixelSize>([
  ['1:1', { width: 1024, height: 1024 }],
  ['3:2', { width: 1248, height: 832 }],
  ['2:3', { width: 832, height: 1248 }],
  ['4:3', { width: 1184, height: 888 }],
  ['3:4', { width: 888, height: 1184 }],
  ['16:9', { width: 1344, height: 756 }],
  ['9:16', { width: 756, height: 1344 }],
]);

/** OpenRouter's images API: one call for generating and editing, with named aspect ratios. */
export function createOpenRouterImageModel({
  log,
  limitMs,
  dataCollection = 'deny',
  ...options
}: OpenRouterImageOptions): ImageModel {
  const connection = createConnection(options);
  const call = createImageCaller({ connection, log, limitMs, previews: { stream: true } });
  const ask = (request: ImageRequest, fields: object, options: ImageOptions) =>
    call(
      {
        path: '/images',
        fields: { ...fields, provider: { data_collection: dataCollection } },
        files: null,
      },
      { request, options },
    );
  return {
    kind: 'real',
    create: (request, given) => ask(request, fieldsOf(request), given),
    edit: (request, given) => {
      // It has no mask field: only the prompt can say where the image may change.
      const url = `data:image/png;base64,${request.image.toString('base64')}`;
      const fields = { ...fieldsOf(request), input_references: [{ type: 'image_url', image_url: { url } }] };
      return ask(request, fields, given);
    },
    sizeFor: (_model, wanted) => nearestShape([...RATIOS.values()], wanted),
    // Image-only models have a separate list.
    listModels: (signal) => listModels(connection, signal, { path: '/images/models' }),
  };
}

function fieldsOf({ model, prompt, size, background }: ImageRequest) {
  const [ratio] =
    [...RATIOS].find(([, { width, height }]) => width === size.width && height === size.height) ?? [];
  return {
    model,
    prompt,
    n: 1,
    aspect_ratio: ratio ?? 'auto',
    quality: 'low',
    output_format: 'png',
    background,
  };
}
