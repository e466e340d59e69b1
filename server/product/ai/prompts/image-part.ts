import type { RegionMark } from '#domain/image-region.ts';
import type { PreparedImage } from '../../files/file-job.ts';

/** A rectangle of a picture by its edges, in whole percent of width and height. */
export interface ImagePart {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Bounding rectangle of a region, relative to the picture as sent, including its padding if it has any. */
export function boundsOf(
  region: readonly RegionMark[],
  sent: Pick<PreparedImage, 'width' | 'height' | 'inner'>,
): ImagePart {
  const { inner } = sent;
  const longer = Math.max(inner.width, inner.height);
  const boxes = region.flatMap((mark): Box[] => {
    if (mark.shape === 'rectangle') {
      return [{ x: [mark.x, mark.x + mark.width], y: [mark.y, mark.y + mark.height] }];
    }
    const half = (mark.size * longer) / 2;
    return mark.points.map(([x, y]) => ({
      x: [x - half / inner.width, x + half / inner.width],
      y: [y - half / inner.height, y + half / inner.height],
    }));
  });
  const [left, right] = span(
    boxes.map(({ x }) => x),
    { start: inner.left, extent: inner.width, whole: sent.width },
  );
  const [top, bottom] = span(
    boxes.map(({ y }) => y),
    { start: inner.top, extent: inner.height, whole: sent.height },
  );
  return { left, right, top, bottom };
}

/** Start and end, from 0 to 1. */
type Stretch = readonly [number, number];

interface Box {
  readonly x: Stretch;
  readonly y: Stretch;
}

/** Maximum floating-point deviation from a whole percent. */
const ROUNDING = 1e-6;

function span(
  stretches: readonly Stretch[],
  { start, extent, whole }: { start: number; extent: number; whole: number },
): [from: number, to: number] {
  const percent = (at: number): number => ((start + Math.min(1, Math.max(0, at)) * extent) / whole) * 100;
  return [
    Math.floor(percent(Math.min(...stretches.map(([from]) => from))) + ROUNDING),
    Math.ceil(percent(Math.max(...stretches.map(([, to]) => to))) - ROUNDING),
  ];
}
