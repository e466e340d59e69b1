import sharp, { type Metadata, type Sharp } from 'sharp';
import { outputSize } from '../output-size.ts';
import type { PictureAnswer, PictureJob } from '../picture-job.ts';
import { qualityOf } from '../transformation.ts';

const PIXELS_MAX = 40_000_000;

// One image at a time, in one thread, to leave the rest of the machine to requests. No cache between images.
sharp.cache(false);
sharp.concurrency(1);
// Other libvips loaders (SVG among them) are closer to programs than to images.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].map((kind) => `VipsForeignLoad${kind}`),
});

/** Never throws for an image's content. Uses the first frame of an animation. */
export async function transformPicture(job: PictureJob): Promise<PictureAnswer> {
  try {
    // Reads only the header, which has the dimensions.
    const { autoOrient, format } = await sharp(job.bytes, { limitInputPixels: false }).metadata();
    if (autoOrient.width * autoOrient.height > PIXELS_MAX) return { problem: 'too_many_pixels' };
    return await transform(job, format, autoOrient);
  } catch {
    // libvips has many errors for broken images, none of them useful to the client.
    return { problem: 'unreadable' };
  }
}

async function transform(
  { bytes, transformation, format }: PictureJob,
  origin: Metadata['format'],
  source: { readonly width: number; readonly height: number },
): Promise<PictureAnswer> {
  const fit = transformation.resize ?? 'cover';
  const resized = sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'truncated' })
    .autoOrient()
    .resize({ ...outputSize(source, transformation), fit: fit === 'cover' ? 'cover' : 'fill' })
    .toColourspace('srgb');
  // Metadata is dropped: the location stays with the original.
  const { data, info } = await encode(
    resized,
    format === 'origin' ? origin : format,
    qualityOf(transformation),
  ).toBuffer({ resolveWithObject: true });
  return { bytes: data, type: `image/${info.format === 'heif' ? 'avif' : info.format}` };
}

function encode(image: Sharp, format: string, quality: number): Sharp {
  switch (format) {
    case 'jpeg':
      return image.jpeg({ quality });
    case 'png':
      return image.png({ compressionLevel: 6 });
    case 'webp':
      return image.webp({ quality, effort: 3 });
    case 'gif':
      return image.gif({ effort: 3 });
    case 'avif':
    case 'heif':
      return image.avif({ quality, effort: 2 });
    default:
      throw new Error(`no picture is written as ${format}`);
  }
}
