import { expect, it } from 'vitest';
import { silentLog } from '#server/lib/log.ts';
import { startAiSimulator } from '#simulators/ai/start-ai-simulator.ts';
import { makePicture } from '#tests/fixtures/make-picture.ts';
import { imageModelContract } from './image-model-contract.ts';
import { createOpenAiImageModel } from './openai.ts';
import { createOpenRouterImageModel } from './openrouter.ts';

imageModelContract("OpenRouter's images API", (options) => createOpenRouterImageModel(options));

it('uses the named ratio nearest to the wanted shape', () => {
  const model = createOpenRouterImageModel({ baseUrl: 'https://openrouter.ai/api/v1', log: silentLog });
  const shape = (width: number, height: number): number => {
    const size = model.sizeFor('any', { width, height });
    return Number((size.width / size.height).toFixed(2));
  };
  expect([shape(1024, 1024), shape(1792, 1024), shape(1024, 1536), shape(400, 300)]).toEqual([
    1, 1.78, 0.67, 1.33,
  ]);
});

it('only uses providers that retain nothing, unless an operator allows others', async () => {
  const simulator = await startAiSimulator();
  const connection = { baseUrl: simulator.url, apiKey: simulator.apiKey, log: silentLog };
  const size = { width: 1024, height: 1024 };
  const request = { model: 'sim/image', prompt: 'A house', size, background: 'opaque' } as const;
  const options = { signal: new AbortController().signal };
  const image = await makePicture(size);
  await createOpenRouterImageModel(connection).create(request, options);
  await createOpenRouterImageModel(connection).edit({ ...request, image, mask: null }, options);
  await createOpenRouterImageModel({ ...connection, dataCollection: 'allow' }).create(request, options);
  await createOpenAiImageModel(connection).create(request, options);
  expect(simulator.journal.entries.map(({ body, status }) => [status, Object(body).provider])).toEqual([
    [200, { data_collection: 'deny' }],
    [200, { data_collection: 'deny' }],
    [200, { data_collection: 'allow' }],
    [200, undefined],
  ]);
  // OpenAI's endpoint has no such field.
  const refused = await fetch(`${simulator.url}/images/generations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${simulator.apiKey}` },
    body: JSON.stringify({ model: 'sim/image', prompt: 'A house', provider: { data_collection: 'deny' } }),
  });
  expect(refused.status).toBe(400);
  await simulator.close();
});
