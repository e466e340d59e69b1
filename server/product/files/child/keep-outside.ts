import sharp from 'sharp';
import type { RegionMark } from '#domain/image-region.ts';
import type { Size } from '../file-job.ts';
import { drawRegion } from './draw-region.ts';

/** Two pictures of the same size and format, as raw pixels, 8 bits per channel, RGB or RGBA. */
export interface PixelPair extends Size {
  readonly channels: 3 | 4;
  readonly made: Buffer;
  readonly original: Buffer;
}

/** Pixels over which the new picture is blended in, inside the region: a hard edge would be visible. */
const FEATHER = 2;
/** Difference out of 255 from which a pixel counts as changed: scaling alone shifts it by a few. */
const NOTICEABLE = 8;

/**
 * Restores the original's pixels in `made` outside the region, bit by bit. Returns the share, 0 to 1, of pixels
 * there that had changed.
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

/** Opacity of the new picture per pixel, 0 to 255: none at the region's edge, full a few pixels inside. */
async function feather(inside: Buffer, { width, height }: Size): Promise<Buffer> {
  // After blurring, the edge is at one half; doubling what exceeds it keeps the blend inside the region.
  return sharp(inside, { raw: { width, height, channels: 1 } })
    .blur(FEATHER)
    .linear(2, -255)
    .extractChannel(0)
    .raw()
    .toBuffer();
}

/** Colours of invisible pixels don't count. */
function isChanged({ made, original, channels }: PixelPair, at: number): boolean {
  const shown = (pixels: Buffer, index: number): number =>
    ((pixels[index] ?? 0) * (channels === 4 ? (pixels[at + 3] ?? 0) : 255)) / 255;
  for (let index = at; index < at + 3; index++) {
    if (Math.abs(shown(made, index) - shown(original, index)) > NOTICEABLE) return true;
  }
  return channels === 4 && Math.abs((made[at + 3] ?? 0) - (original[at + 3] ?? 0)) > NOTICEABLE;
}
