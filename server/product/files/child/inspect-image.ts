import sharp from 'sharp';
import { type FileFacts, PIXELS_MAX } from '../file-facts.ts';

/** Size of a picture as it is looked at (turned as its camera says), after it was decoded once to its end. */
export async function inspectImage(bytes: Buffer, kind: 'png' | 'jpeg' | 'webp'): Promise<FileFacts> {
  try {
    const { autoOrient } = await sharp(bytes, { limitInputPixels: false }).metadata();
    const { width, height } = autoOrient;
    if (width * height > PIXELS_MAX) return { kind: 'unusable', why: 'too_big', as: kind };
    await sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'truncated' }).resize(16, 16).raw().toBuffer();
    return { kind, width, height };
  } catch {
    // libvips says in many ways that a picture ends too early or makes no sense; none of them is for people.
    return { kind: 'unusable', why: 'broken', as: kind };
  }
}
