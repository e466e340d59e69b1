import sharp from 'sharp';
import type { RegionMark } from '#domain/image-region.ts';
import type { Size } from '../file-job.ts';
import { drawRegion } from './draw-region.ts';

/** Two pictures of one size and form, pixel after pixel, 8 bits a channel, RGB or RGBA. */
export interface PixelPair extends Size {
  readonly channels: 3 | 4;
  readonly made: Buffer;
  readonly original: Buffer;
}

/** Pixels over which the new grows out of the old, inside of the region: a hard edge would show. */
const FEATHER = 2;
/** Steps of 255 by which a pixel must differ to count as changed: scaling alone moves it by a few. */
const NOTICEABLE = 8;

/**
 * Puts the original's pixels into `made` wherever they lie outside of the region, unchanged to the last bit. Answers
 * with the share, 0 to 1, of the pixels there that were another colour.
 */
export async function keepOutside(pair: PixelPair, region: readonly RegionMark[]): Promise<number> {
  const { made, original, channels } = pair;
  const inside = await drawRegion(region, pair);
  const weights = await feather(inside, pair);
  let outside = 0;
  let changed = 0;
  for (let pixel = 0; pixel < inside.length; pixel++) {
    const at = pixel * channels;
    const weight = inside[pixel] === 0 ? 0 : (weights[pixel] ?? 0);
    if (inside[pixel] === 0) {
      outside++;
      if (isChanged(pair, at)) changed++;
    }
    if (weight === 255) continue;
    for (let index = at; index < at + channels; index++) {
      const [before = 0, after = 0] = [original[index], made[index]];
      made[index] = Math.round(before + ((after - before) * weight) / 255);
    }
  }
  return outside === 0 ? 0 : changed / outside;
}

/** How much of the new shows in each pixel, 0 to 255: nothing at the region's edge, all of it a few pixels within. */
async function feather(inside: Buffer, { width, height }: Size): Promise<Buffer> {
  // Blurred, the edge is at one half: what is above it counts twice, so that none of it lies outside.
  return sharp(inside, { raw: { width, height, channels: 1 } })
    .blur(FEATHER)
    .linear(2, -255)
    .extractChannel(0)
    .raw()
    .toBuffer();
}

/** Where nothing can be seen, no colour differs. */
function isChanged({ made, original, channels }: PixelPair, at: number): boolean {
  const shown = (pixels: Buffer, index: number): number =>
    ((pixels[index] ?? 0) * (channels === 4 ? (pixels[at + 3] ?? 0) : 255)) / 255;
  for (let index = at; index < at + 3; index++) {
    if (Math.abs(shown(made, index) - shown(original, index)) > NOTICEABLE) return true;
  }
  return channels === 4 && Math.abs((made[at + 3] ?? 0) - (original[at + 3] ?? 0)) > NOTICEABLE;
}
