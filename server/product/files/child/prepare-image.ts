import sharp, { type Sharp } from 'sharp';
import { PIXELS_MAX } from '../file-facts.ts';
import type { FileJobResults, PrepareImageJob, Size } from '../file-job.ts';
import { drawMask, type RegionPlace } from './draw-region.ts';

/** Rejects if it is no picture. */
export async function prepareImage(job: PrepareImageJob): Promise<FileJobResults['prepare_image']> {
  const { bytes, maxEdge, frame, region } = job;
  const maskOf = async (canvas: Size, picture: RegionPlace): Promise<Buffer | null> =>
    region ? drawMask(region, canvas, picture) : null;
  const { autoOrient: original } = await sharp(bytes, { limitInputPixels: PIXELS_MAX }).metadata();
  const within = frame ?? { width: maxEdge, height: maxEdge };
  const resized = sharp(bytes, { limitInputPixels: PIXELS_MAX })
    .autoOrient()
    .resize({ ...within, fit: 'inside', withoutEnlargement: frame === null })
    .toColourspace('srgb');
  const { data, info } = await encode(resized, frame ? 'png' : job.format).toBuffer({
    resolveWithObject: true,
  });
  const picture = { width: info.width, height: info.height };
  if (frame === null) {
    const inner = { ...picture, left: 0, top: 0 };
    const mask = await maskOf(picture, inner);
    return { bytes: data, type: `image/${job.format}`, ...picture, original, inner, mask };
  }
  const inner = { ...picture, ...middleOf(picture, frame) };
  const framed = sharp(data).extend({
    left: inner.left,
    top: inner.top,
    right: frame.width - picture.width - inner.left,
    bottom: frame.height - picture.height - inner.top,
    extendWith: 'mirror',
  });
  return {
    bytes: await encode(framed, job.format).toBuffer(),
    type: `image/${job.format}`,
    ...frame,
    original,
    inner,
    mask: await maskOf(frame, inner),
  };
}

/** Transparent areas of a PNG become white in a JPEG, as on paper. */
function encode(image: Sharp, format: 'png' | 'jpeg'): Sharp {
  return format === 'png' ? image.png() : image.flatten({ background: '#ffffff' }).jpeg({ quality: 85 });
}

function middleOf(picture: Size, frame: Size): { left: number; top: number } {
  return {
    left: Math.floor((frame.width - picture.width) / 2),
    top: Math.floor((frame.height - picture.height) / 2),
  };
}
