import sharp from 'sharp';
import type { ImageOrder } from './image-request.ts';

/**
 * Draws a real image of exactly that size: a new one is red on the left and blue on the right, an edited one is its
 * source with inverted colours, so that a test sees what happened to its input.
 */
export async function drawImage({
  width,
  height,
  format,
  transparent,
  source,
}: Omit<ImageOrder, 'model' | 'prompt' | 'stream'>): Promise<Buffer> {
  const image =
    source === null
      ? sharp(draw(width, height, transparent))
      : sharp(source).resize({ width, height, fit: 'fill' }).negate({ alpha: false });
  const ready = transparent ? image.ensureAlpha() : image.flatten({ background: '#ffffff' });
  return ready.toFormat(format).toBuffer();
}

function draw(width: number, height: number, transparent: boolean): Buffer {
  const half = Math.floor(width / 2);
  const inset = transparent ? Math.floor(Math.min(width, height) / 8) : 0;
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect x="${inset}" y="${inset}" width="${half - inset}" height="${height - 2 * inset}" fill="#d02020"/>
    <rect x="${half}" y="${inset}" width="${width - half - inset}" height="${height - 2 * inset}" fill="#2020d0"/>
  </svg>`);
}
