import * as z from 'zod/mini';

/**
 * Maximum marks of a region, and points of all its strokes together: it is stored with the run and sent with
 * it.
 */
export const REGION_MARKS_MAX = 100;
export const REGION_POINTS_MAX = 1000;
export const BRUSH_MIN = 0.005;
export const BRUSH_MAX = 0.5;
/** Minimum width and height of a rectangle. */
export const RECTANGLE_MIN = 0.005;

const regionPoint = z.readonly(z.tuple([z.number(), z.number()]));
export type RegionPoint = z.output<typeof regionPoint>;

export const regionRectangle = z.object({
  shape: z.literal('rectangle'),
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
});
export type RegionRectangle = z.output<typeof regionRectangle>;

/** A round brush drawn from point to point; one point is a dot. */
export const regionStroke = z.object({
  shape: z.literal('stroke'),
  /** Width of the brush, as a fraction of the picture's longer edge. */
  size: z.number(),
  points: z.readonly(z.array(regionPoint)),
});
export type RegionStroke = z.output<typeof regionStroke>;

/**
 * Region of a picture that an edit may change, as marks in EXIF orientation. Coordinates are 0 to 1 of width
 * and height.
 */
export const regionMark = z.discriminatedUnion('shape', [regionRectangle, regionStroke]);
export type RegionMark = z.output<typeof regionMark>;

export function countPoints(marks: readonly RegionMark[]): number {
  return marks.reduce((sum, mark) => sum + (mark.shape === 'stroke' ? mark.points.length : 0), 0);
}
