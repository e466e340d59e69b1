import * as z from 'zod/mini';
import { DEFAULT_IMAGE_OPTIONS, IMAGE_ASPECT_RATIOS, IMAGE_BACKGROUNDS, IMAGE_FORMATS } from './ai-task.ts';

/** Options of a picture, as requested and as stored with its run. */
export const imageOptions = z.object({
  aspect_ratio: z._default(z.enum(IMAGE_ASPECT_RATIOS), DEFAULT_IMAGE_OPTIONS.aspect_ratio),
  format: z._default(z.enum(IMAGE_FORMATS), DEFAULT_IMAGE_OPTIONS.format),
  compression: z._default(z.number(), DEFAULT_IMAGE_OPTIONS.compression),
  background: z._default(z.enum(IMAGE_BACKGROUNDS), DEFAULT_IMAGE_OPTIONS.background),
});
export type ImageOptions = z.output<typeof imageOptions>;
