import { z } from 'zod';

/** Longest edge of what is answered. What asks for more gets this, as from the official service. */
export const EDGE_MAX = 2_500;
const QUALITY = 80;

/** A number, also written as one: the same words stand in addresses and in bodies. */
const whole = (least: number, most: number) =>
  z
    .union([
      z.number(),
      z
        .string()
        .regex(/^\d{1,15}$/, 'must be an integer')
        .transform(Number),
    ])
    .pipe(z.number().int().min(least).max(most));

const length = whole(0, Number.MAX_SAFE_INTEGER).optional();

export const transformationSchema = z.strictObject({
  width: length,
  height: length,
  resize: z.enum(['cover', 'contain', 'fill']).optional(),
  quality: whole(20, 100).optional(),
  format: z.enum(['origin', 'webp', 'avif']).optional(),
});

/** What somebody asked for, as they asked for it. 0 is no length, as the official service has it. */
export type Transformation = z.infer<typeof transformationSchema>;

/** The words of imgproxy, of which the official service tells what it did. */
const RESIZING = { cover: 'fill', contain: 'fit', fill: 'force' } as const;

/** The header `X-Transformations`; empty where nothing was asked for. */
export function describe({ width, height, resize = 'cover', quality, format }: Transformation): string {
  const lengthOf = (wanted: number) => Math.min(wanted, EDGE_MAX);
  return [
    height ? `height:${lengthOf(height)}` : '',
    width ? `width:${lengthOf(width)}` : '',
    width || height ? `resizing_type:${RESIZING[resize]}` : '',
    quality ? `quality:${quality}` : '',
    format && format !== 'origin' ? `format:${format}` : '',
  ]
    .filter((part) => part !== '')
    .join(',');
}

export type WantedFormat = 'origin' | 'webp' | 'avif';

export const qualityOf = ({ quality = QUALITY }: Transformation): number => quality;

/** The format that was named, else the newer one that the reader says it takes, else that of the object. */
export function formatFor({ format }: Transformation, accept: string | null): WantedFormat {
  if (format !== undefined) return format;
  const taken = (accept ?? '')
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
    .map((part) => part.split(';')[0]);
  // WebP first: it is pressed some ten times faster, and little of it is larger.
  if (taken.includes('image/webp')) return 'webp';
  return taken.includes('image/avif') ? 'avif' : 'origin';
}
