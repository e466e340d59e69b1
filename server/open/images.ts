import type { ImageConfig } from '../config/read-images.ts';
import type { Log } from '../lib/log.ts';
import type { ImageTools } from '../product/ai/tools/build.ts';
import { createOpenAiImageModel } from '../providers/image-model/openai.ts';
import { createOpenRouterImageModel } from '../providers/image-model/openrouter.ts';

/** Null if none is configured. */
export function openImages(config: ImageConfig, log: Log): ImageTools | null {
  if (config.kind === 'none') return null;
  const { baseUrl, apiKey, model, editModel, dataCollection, limitMs } = config;
  const options = { baseUrl, ...(apiKey !== null && { apiKey }), log, limitMs };
  const imageModel =
    config.kind === 'openrouter'
      ? createOpenRouterImageModel({ ...options, dataCollection })
      : createOpenAiImageModel(options);
  return { imageModel, create: model, edit: editModel };
}
