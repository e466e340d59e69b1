import { describe, expect, it } from 'vitest';
import { IMAGE_ASPECT_RATIOS, IMAGE_SIZES } from '#domain/ai-task.ts';
import { silentLog } from '#server/lib/log.ts';
import { sizeOf } from '#simulators/ai/images/image-sizes.ts';
import { createOpenAiImageModel } from './openai.ts';
import { createOpenRouterImageModel } from './openrouter.ts';

/** Sizes of users' images, whose shape is kept: cameras, screens, a strip and a stamp. */
const ORIGINALS = [
  [4000, 3000],
  [3000, 4000],
  [1920, 1080],
  [1080, 2340],
  [3840, 700],
  [64, 48],
  [1, 1],
].map(([width = 1, height = 1]) => ({ width, height }));

const WANTED = IMAGE_ASPECT_RATIOS.flatMap((ratio) => IMAGE_SIZES[ratio] ?? ORIGINALS);
const MODELS = [
  'gpt-image-1-mini',
  'gpt-image-1.5',
  'gpt-image-2',
  'gpt-image-2.5-flare',
  'gpt-image-2.5-sunburst',
];
const options = { baseUrl: 'http://127.0.0.1:1/v1', log: silentLog };

describe.each(MODELS)('every shape with %s', (model) => {
  it.each(WANTED)('$width x $height', (wanted) => {
    const { width, height } = createOpenAiImageModel(options).sizeFor(model, wanted);
    // The strict simulator and the provider reject the same sizes.
    expect(sizeOf(model, `${width}x${height}`)).toEqual({ width, height });
  });
});

it.each(WANTED)('with the name of a shape, for the router: $width x $height', (wanted) => {
  const size = createOpenRouterImageModel(options).sizeFor('any', wanted);
  const [across, down] = [size.width / size.height, wanted.width / wanted.height].map((shape) =>
    Math.log(Math.min(16 / 9, Math.max(9 / 16, shape))),
  );
  // No shape is further than this from the nearest named ratio.
  expect(Math.abs((across ?? 0) - (down ?? 9))).toBeLessThan(0.2);
});
