import type { PixelSize } from './image-model.ts';

/**
 * The older model family only supports three sizes. `gpt-image-1` itself was shut down in October 2026, but proxies
 * still serve models by its name.
 */
const THREE_SIZES = /^(?:openai\/)?(?:gpt-image-1(?:\b|-|\.)|chatgpt-image-)/;
const SIZES: readonly PixelSize[] = [
  { width: 1024, height: 1024 },
  { width: 1536, height: 1024 },
  { width: 1024, height: 1536 },
];

/** Newer models support any size on this grid, within these bounds. */
const GRID = 16;
const MAX_EDGE = 3840;
const MIN_PIXELS = 655_360;
const MAX_PIXELS = 8_294_400;
/** OpenAI calls larger sizes experimental, and charges by the pixel. */
const USUAL_PIXELS = 2560 * 1440;
const MAX_RATIO = 3;

/**
 * Returns the size to request from OpenAI's image models for the wanted one, changing the shape as little as
 * possible.
 */
export function resolveSize(model: string, wanted: PixelSize): PixelSize {
  return THREE_SIZES.test(model) ? nearestOfThree(wanted) : onGrid(wanted);
}

/** Nearest size of the older family. */
export const nearestOfThree = (wanted: PixelSize): PixelSize => nearestShape(SIZES, wanted);

export function isOneOfThree({ width, height }: PixelSize): boolean {
  return SIZES.some((size) => size.width === width && size.height === height);
}

/** Returns the size that loses least when cropped to the wanted shape. */
export function nearestShape(sizes: readonly PixelSize[], wanted: PixelSize): PixelSize {
  const distance = (size: PixelSize) => Math.abs(Math.log(shapeOf(size) / shapeOf(wanted)));
  return sizes.reduce((best, size) => (distance(size) < distance(best) ? size : best));
}

function shapeOf({ width, height }: PixelSize): number {
  return width / height;
}

function onGrid(wanted: PixelSize): PixelSize {
  const ratio = Math.min(MAX_RATIO, Math.max(1 / MAX_RATIO, shapeOf(wanted)));
  const pixels = Math.min(USUAL_PIXELS, Math.max(MIN_PIXELS, wanted.width * wanted.height));
  const width = snap(Math.sqrt(pixels * ratio));
  const height = snap(Math.sqrt(pixels / ratio));
  return withinBounds({ width, height });
}

function snap(pixels: number): number {
  return Math.min(MAX_EDGE, Math.max(GRID, Math.round(pixels / GRID) * GRID));
}

/** Corrects sizes that snapping to the grid has moved out of the allowed bounds. */
function withinBounds({ width, height }: PixelSize): PixelSize {
  const [long, short] = [Math.max(width, height), Math.min(width, height)];
  if (long > short * MAX_RATIO)
    return withinBounds(width > height ? { width, height: height + GRID } : { width: width + GRID, height });
  if (width * height < MIN_PIXELS) return withinBounds({ width: width + GRID, height: height + GRID });
  if (width * height > MAX_PIXELS) return withinBounds({ width: width - GRID, height: height - GRID });
  return { width, height };
}
