import { EDGE_MAX, type Transformation } from './transformation.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Size of the output: never larger than the original, nor than the longest edge allowed. If only one dimension is
 * given, the other follows the original's aspect ratio.
 */
export function outputSize(source: Size, { width = 0, height = 0, resize = 'cover' }: Transformation): Size {
  const [w, h] = [Math.min(width, EDGE_MAX), Math.min(height, EDGE_MAX)];
  if (w > 0 && h > 0 && resize === 'fill') {
    const factor = Math.min(1, source.width / w, source.height / h);
    return pixels(w * factor, h * factor);
  }
  if (w > 0 && h > 0 && resize === 'cover') {
    const factor = Math.min(1, Math.max(w / source.width, h / source.height));
    const scaled = pixels(source.width * factor, source.height * factor);
    return { width: Math.min(w, scaled.width), height: Math.min(h, scaled.height) };
  }
  const within = { width: w || EDGE_MAX, height: h || EDGE_MAX };
  const factor = Math.min(1, within.width / source.width, within.height / source.height);
  return pixels(source.width * factor, source.height * factor);
}

function pixels(width: number, height: number): Size {
  return { width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(height)) };
}
