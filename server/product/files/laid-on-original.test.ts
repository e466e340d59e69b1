import sharp from 'sharp';
import { expect, it } from 'vitest';
import type { RegionMark } from '#domain/image-region.ts';
import { makePicture } from '#tests/fixtures/make-picture.ts';
import { createTestFileWork } from '#tests/worlds/test-file-work.ts';

/** A model's picture laid on its original. Generous: on a busy machine a child takes a while to start. */
const work = createTestFileWork({ limit: 50_000 });
const asked = { inner: null, format: 'png', compression: 50, background: 'opaque' } as const;

/** A white square on black, in coordinates of a picture of 200 x 120, drawn at this size. */
const square = (width: number, height: number, [left, top]: readonly [number, number]): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#000' } })
    .composite([
      {
        input: {
          create: {
            width: Math.round((20 * width) / 200),
            height: Math.round((20 * height) / 120),
            channels: 3,
            background: '#fff',
          },
        },
        left: Math.round((left * width) / 200),
        top: Math.round((top * height) / 120),
      },
    ])
    .png()
    .toBuffer();

it('has its edited part where it was edited, though its shape differs by two percent', async () => {
  const size = { width: 200, height: 120 };
  const original = await makePicture(size);
  const region: RegionMark[] = [{ shape: 'rectangle', x: 0, y: 0, width: 1, height: 0.5 }];
  // 20 px taller than the original's shape (960), as from a model's size grid.
  const bytes = await square(1600, 980, [0, 20]);
  const made = await work.fitImage({ ...asked, ...size, frame: size, bytes, keep: { original, region } });
  if ('problem' in made) throw new Error(made.problem);
  const grey = await sharp(made.bytes).greyscale().raw().toBuffer();
  const white = (x: number, y: number): boolean => (grey[y * 200 + x] ?? 0) > 200;
  // Its corners, to the pixel: cropping would shift them by one.
  expect([white(10, 21), white(10, 38), white(1, 30), white(18, 30)]).toEqual([true, true, true, true]);
  expect([white(10, 18), white(10, 41), white(22, 30)]).toEqual([false, false, false]);
});

it('is rejected if its shape differs more', async () => {
  const size = { width: 200, height: 120 };
  const [original, bytes] = await Promise.all([makePicture(size), square(200, 110, [0, 20])]);
  const region: RegionMark[] = [{ shape: 'rectangle', x: 0, y: 0, width: 1, height: 0.5 }];
  const job = { ...asked, ...size, frame: size, bytes };
  expect(await work.fitImage({ ...job, keep: { original, region } })).toEqual({ problem: 'other_shape' });
  expect(await work.fitImage({ ...job, keep: null })).toMatchObject(size);
});
