import sharp, { type Metadata } from 'sharp';

const BYTES_MAX = 4 * 1024 * 1024;

export interface MaskFacts {
  readonly width: number;
  readonly height: number;
  /** Fraction of pixels that may change (alpha 0). */
  readonly editable: number;
}

/**
 * Checks a mask as the provider does: a PNG below 4 MB, of the image's size, with an alpha channel. Returns the
 * problem otherwise.
 */
export async function checkMask(mask: Buffer, picture: Buffer): Promise<MaskFacts | string> {
  if (mask.length >= BYTES_MAX) return 'The mask must be less than 4MB.';
  const found = await read(mask);
  const given = await read(picture);
  if (found?.format !== 'png') return 'The mask must be a PNG image.';
  const { width, height } = found;
  if (width !== given?.width || height !== given.height) {
    return 'Invalid mask image: its size does not match the size of the input image.';
  }
  if (!found.hasAlpha) return 'Invalid mask image format: mask requires an alpha channel.';
  const alpha = await sharp(mask).extractChannel('alpha').raw().toBuffer();
  const clear = alpha.reduce((count, value) => count + (value === 0 ? 1 : 0), 0);
  return { width, height, editable: clear / alpha.length };
}

async function read(bytes: Buffer): Promise<Metadata | null> {
  try {
    return await sharp(bytes).metadata();
  } catch {
    return null;
  }
}
