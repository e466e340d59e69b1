import { expect, it } from 'vitest';
import { silentLog } from '#server/lib/log.ts';
import { imageModelContract } from './image-model-contract.ts';
import { createOpenRouterImageModel } from './openrouter.ts';

imageModelContract("OpenRouter's images API", (options) => createOpenRouterImageModel(options));

it('names the shape that is nearest to the one wanted', () => {
  const model = createOpenRouterImageModel({ baseUrl: 'https://openrouter.ai/api/v1', log: silentLog });
  const shape = (width: number, height: number): number => {
    const size = model.sizeFor('any', { width, height });
    return Number((size.width / size.height).toFixed(2));
  };
  expect([shape(1024, 1024), shape(1792, 1024), shape(1024, 1536), shape(400, 300)]).toEqual([
    1, 1.78, 0.67, 1.33,
  ]);
});
