import sharp from 'sharp';
import { type FileFacts, PIXELS_MAX } from '../file-facts.ts';

/** Decodes a picture once to its end and returns its size as viewed (after EXIF rotation). */
export async function inspectImage(bytes: Buffer, kind: 'png' | 'jpeg' | 'webp'): Promise<FileFacts> {
  try {
    const { autoOrient } = await sharp(bytes, { limitInputPixels: false }).metadata();
    const { width, height } = autoOrient;
    if (width * height > PIXELS_MAX) return { kind: 'unusable', why: 'too_big', as: kind };
    await sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'truncated' }).resize(16, 16).raw().toBuffer();
    return { kind, width, height };
  } catch {
    // libvips has many messages for truncated or corrupt pictures, none of them for users.
    return { kind: 'unusable', why: 'broken', as: kind };
  }
}
