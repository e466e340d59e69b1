import { z } from 'zod';

/** Longest edge of the output. Larger requests are clamped, as in the official service. */
export const EDGE_MAX = 2_500;
const QUALITY = 80;

/** A number, or its decimal text: query strings and bodies share this schema. */
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

/** The requested transformation. 0 means no length, as in the official service. */
export type Transformation = z.infer<typeof transformationSchema>;

/** imgproxy's terms, in which the official service reports what it did. */
const RESIZING = { cover: 'fill', contain: 'fit', fill: 'force' } as const;

/** The header `X-Transformations`; empty without a transformation. */
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

/** Returns the requested format, else a newer one the client accepts, else the original's. */
export function formatFor({ format }: Transformation, accept: string | null): WantedFormat {
  if (format !== undefined) return format;
  const taken = (accept ?? '')
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
    .map((part) => part.split(';')[0]);
  // WebP first: it encodes some ten times faster, and is rarely larger.
  if (taken.includes('image/webp')) return 'webp';
  return taken.includes('image/avif') ? 'avif' : 'origin';
}
