import { z } from 'zod';
import type { Transformation, WantedFormat } from './transformation.ts';

export interface PictureJob {
  readonly bytes: Uint8Array;
  readonly transformation: Transformation;
  readonly format: WantedFormat;
}

/** Sent by the child when its program is loaded. */
export const IS_UP = 'up';

export const pictureProblem = z.enum(['unreadable', 'too_many_pixels', 'too_much']);
export type PictureProblem = z.infer<typeof pictureProblem>;

export const pictureAnswer = z.union([
  z.object({ bytes: z.instanceof(Uint8Array), type: z.string() }),
  z.object({ problem: pictureProblem }),
]);
export type PictureAnswer = z.infer<typeof pictureAnswer>;
