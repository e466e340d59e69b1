import sharp, { type Metadata, type Sharp } from 'sharp';
import { outputSize } from '../output-size.ts';
import type { PictureAnswer, PictureJob } from '../picture-job.ts';
import { qualityOf } from '../transformation.ts';

const PIXELS_MAX = 40_000_000;

// One picture at a time, by one thread: others' requests need the rest of the machine. Nothing is kept between two.
sharp.cache(false);
sharp.concurrency(1);
// What libvips would read besides (a drawing in SVG among it) is a program more than a picture.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].map((kind) => `VipsForeignLoad${kind}`),
});

/** Never throws for what is in a picture. Of a film, the first frame. */
export async function transformPicture(job: PictureJob): Promise<PictureAnswer> {
  try {
    // The head alone, which tells how much there would be.
    const { autoOrient, format } = await sharp(job.bytes, { limitInputPixels: false }).metadata();
    if (autoOrient.width * autoOrient.height > PIXELS_MAX) return { problem: 'too_many_pixels' };
    return await transform(job, format, autoOrient);
  } catch {
    // libvips says in many ways that a picture makes no sense; none of them is for whoever asked.
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
  // Written without any metadata: where it was taken stays with the original.
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
