import sharp from 'sharp';
import { expect, it } from 'vitest';
import { oneColourPng } from './one-colour-png.ts';

it('has the given size and colour', async () => {
  const image = sharp(oneColourPng(64, [128, 0, 128]));
  expect(await image.metadata()).toMatchObject({ format: 'png', width: 64, height: 64, channels: 3 });
  const { channels } = await image.stats();
  expect(channels.map(({ min, max }) => [min, max])).toEqual([
    [128, 128],
    [0, 0],
    [128, 128],
  ]);
});
