import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLog } from '#server/lib/log.ts';
import { type AiSimulator, startAiSimulator } from '#simulators/ai/start-ai-simulator.ts';
import { makePicture } from '#tests/fixtures/make-picture.ts';
import { imageModelContract } from './image-model-contract.ts';
import { createOpenAiImageModel } from './openai.ts';

imageModelContract("OpenAI's images API", (options) => createOpenAiImageModel(options));

describe('a mask', () => {
  let simulator: AiSimulator;
  beforeAll(async () => {
    simulator = await startAiSimulator();
  });
  afterAll(() => simulator.close());

  const edit = async (mask: Buffer) => {
    const model = createOpenAiImageModel({
      baseUrl: simulator.url,
      apiKey: simulator.apiKey,
      log: silentLog,
    });
    const size = { width: 1024, height: 1024 };
    const request = { model: 'sim/image', prompt: 'In blue', size, background: 'opaque' } as const;
    const image = await makePicture({ width: 64, height: 48 });
    return model.edit({ ...request, image, mask }, { signal: new AbortController().signal });
  };
  const clear = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } });

  it('is sent along with the image', async () => {
    await edit(await clear(64, 48).png().toBuffer());
    expect(simulator.journal.entries.at(-1)?.body).toMatchObject({
      files: ['image', 'mask'],
      mask: { width: 64, height: 48, editable: 1 },
    });
  });

  it.each([
    ['of another size', () => clear(48, 64).png()],
    ['without an alpha channel', () => clear(64, 48).removeAlpha().png()],
    ['of another format', () => clear(64, 48).webp({ lossless: true })],
  ])('%s is refused by the simulator, as it is by the provider', async (_what, draw) => {
    await expect(edit(await draw().toBuffer())).rejects.toMatchObject({ kind: 'request', retryable: false });
  });
});
