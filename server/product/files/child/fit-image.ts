import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { PIXELS_MAX } from '../file-facts.ts';
import type { FileJobResults, FitImageJob } from '../file-job.ts';

const OPTIONS = { limitInputPixels: PIXELS_MAX, failOn: 'truncated' } as const;

/**
 * What came is decoded, cropped, scaled and written anew, and then read once more: what is answered is what the file says
 * about itself. It is written anew also where it is what was asked for already: behind the last pixel of a picture there
 * is room for another file, and a page or an archive that looks like a picture is not what anybody asked for.
 */
export async function fitImage(job: FitImageJob): Promise<FileJobResults['fit_image']> {
  if ((await readWhole(job.bytes)) === null) return { problem: 'unreadable' };
  const { background } = job;
  if (background === 'transparent' && (await isOpaque(job.bytes))) return { problem: 'opaque' };
  const bytes = await write(job);
  const made = await readWhole(bytes);
  if (made === null || !isAsAsked(made, job)) throw new Error('the picture was not written as asked');
  if (background === 'transparent' && (await isOpaque(bytes))) return { problem: 'opaque' };
  return { bytes, type: `image/${made.format}`, width: made.width, height: made.height };
}

/** What libvips would decode besides (a drawing in SVG among it) is a program more than a picture. */
const TAKEN: readonly string[] = ['image/png', 'image/jpeg', 'image/webp'];

/** Decoded to its last pixel; null for what is no picture. */
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
  // A JPEG or WebP that came so was pressed to a measure of its own.
  return found.format === format && found.width === width && found.height === height && hasBackground;
}

async function write(job: FitImageJob): Promise<Buffer> {
  const { width, height, frame, inner, background } = job;
  let image = sharp(job.bytes, OPTIONS).autoOrient();
  if (inner) {
    const framed = await image
      .resize({ ...frame, fit: 'cover' })
      .png()
      .toBuffer();
    image = sharp(framed).extract(inner);
  }
  image = image.resize({ width, height, fit: 'cover' }).toColourspace('srgb');
  image = background === 'transparent' ? image.ensureAlpha() : image.flatten({ background: '#ffffff' });
  return encode(image, job).toBuffer();
}

/** The measure goes from 0, as good as it gets, to 100, as small as it gets. libvips counts the other way, from 1. */
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
