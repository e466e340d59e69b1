/**
 * Where an edited picture may change: marks on it as it is seen, turned as its camera says. Places go from 0 to 1 of
 * its width and height.
 */
export type RegionMark = RegionRectangle | RegionStroke;

export interface RegionRectangle {
  readonly shape: 'rectangle';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A round brush drawn from point to point; one point is a dot. */
export interface RegionStroke {
  readonly shape: 'stroke';
  /** How broad the brush is, of the picture's longer edge. */
  readonly size: number;
  readonly points: readonly RegionPoint[];
}

export type RegionPoint = readonly [x: number, y: number];

/** Marks of one region, and the points of all its strokes together: it is stored with the run and sent with it. */
export const REGION_MARKS_MAX = 100;
export const REGION_POINTS_MAX = 1000;
export const BRUSH_MIN = 0.005;
export const BRUSH_MAX = 0.5;
/** The least width and height of a rectangle. */
export const RECTANGLE_MIN = 0.005;

export function countPoints(marks: readonly RegionMark[]): number {
  return marks.reduce((sum, mark) => sum + (mark.shape === 'stroke' ? mark.points.length : 0), 0);
}
