import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { PIXELS_MAX } from '../file-facts.ts';
import type { FileJobResults, FitImageJob, KeepOutside, Size } from '../file-job.ts';
import { shapeDifference } from '../shape-difference.ts';
import { keepOutside } from './keep-outside.ts';

const OPTIONS = { limitInputPixels: PIXELS_MAX, failOn: 'truncated' } as const;

/**
 * Decodes, crops, scales and re-encodes a model's picture, then reads it back: the result describes the actual
 * file. It is re-encoded even if it already fits, because there is room for another file after a picture's last
 * pixel, and a polyglot of picture and page or archive must not pass.
 */
export async function fitImage(job: FitImageJob): Promise<FileJobResults['fit_image']> {
  const came = await readWhole(job.bytes);
  if (came === null) return { problem: 'unreadable' };
  const { background, keep, inner, frame } = job;
  // Laid on the original it would be offset, and the edited part beside its region.
  if (keep && !isAlike(came.autoOrient, inner ? frame : job)) return { problem: 'other_shape' };
  // All transparency may be outside the region, and be put back.
  if (background === 'transparent' && !keep && (await isOpaque(job.bytes))) return { problem: 'opaque' };
  const { bytes, putBack } = await write(job);
  const made = await readWhole(bytes);
  if (made === null || !isAsAsked(made, job)) throw new Error('the picture was not written as asked');
  if (background === 'transparent' && (await isOpaque(bytes))) return { problem: 'opaque' };
  return { bytes, type: `image/${made.format}`, width: made.width, height: made.height, putBack };
}

/** Tolerates the rounding of size grids and named shapes. */
function isAlike(a: Size, b: Size): boolean {
  return shapeDifference(a, b) < 0.025;
}

/** Other formats that libvips decodes (SVG among them) are more program than picture. */
const TAKEN: readonly string[] = ['image/png', 'image/jpeg', 'image/webp'];

/** Decodes to the last pixel; null if it is no picture. */
async function readWhole(bytes: Uint8Array): Promise<Metadata | null> {
  const found = await fileTypeFromBuffer(bytes);
  if (found === undefined || !TAKEN.includes(found.mime)) return null;
  try {
    await sharp(bytes, OPTIONS).resize(16, 16).raw().toBuffer();
    return await sharp(bytes, OPTIONS).metadata();
  } catch {
    return null;
  }
}

async function isOpaque(bytes: Uint8Array): Promise<boolean> {
  return (await sharp(bytes, OPTIONS).stats()).isOpaque;
}

function isAsAsked(found: Metadata, { format, width, height, background }: FitImageJob): boolean {
  const hasBackground = background === 'transparent' ? found.hasAlpha : !found.hasAlpha;
  // Compression isn't compared: a JPEG or WebP doesn't record it.
  return found.format === format && found.width === width && found.height === height && hasBackground;
}

async function write(job: FitImageJob): Promise<{ bytes: Buffer; putBack: number | null }> {
  const { frame, inner, keep } = job;
  let image = sharp(job.bytes, OPTIONS).autoOrient();
  if (inner) {
    const framed = await image
      .resize({ ...frame, fit: fillingOf(job) })
      .png()
      .toBuffer();
    image = sharp(framed).extract(inner);
  }
  const fitted = fit(image, job);
  if (!keep) return { bytes: await encode(fitted, job).toBuffer(), putBack: null };
  const { image: kept, putBack } = await restore(fitted, job, keep);
  return { bytes: await encode(kept, job).toBuffer(), putBack };
}

/**
 * A picture to be laid on its original is stretched by the small difference in shape, which keeps each pixel in
 * place; cropping would move all of them outwards from the centre.
 */
const fillingOf = ({ keep }: FitImageJob): 'fill' | 'cover' => (keep ? 'fill' : 'cover');

function fit(image: Sharp, job: FitImageJob): Sharp {
  const { width, height, background } = job;
  const scaled = image.resize({ width, height, fit: fillingOf(job) }).toColourspace('srgb');
  return background === 'transparent' ? scaled.ensureAlpha() : scaled.flatten({ background: '#ffffff' });
}

async function restore(
  fitted: Sharp,
  job: FitImageJob,
  { original, region }: KeepOutside,
): Promise<{ image: Sharp; putBack: number }> {
  const { width, height } = job;
  const channels = job.background === 'transparent' ? 4 : 3;
  const made = await fitted.raw().toBuffer();
  const before = await fit(sharp(original, OPTIONS).autoOrient(), job).raw().toBuffer();
  const putBack = await keepOutside({ width, height, channels, made, original: before }, region);
  return { image: sharp(made, { raw: { width, height, channels } }), putBack };
}

/** Compression goes from 0 (best) to 100 (smallest); libvips' quality goes the other way, from 1. */
function encode(image: Sharp, { format, compression }: FitImageJob): Sharp {
  const quality = Math.max(1, 100 - compression);
  switch (format) {
    case 'png':
      return image.png({ compressionLevel: 9 });
    case 'jpeg':
      return image.jpeg({ quality, mozjpeg: true });
    case 'webp':
      return image.webp({ quality, alphaQuality: 100 });
  }
}
