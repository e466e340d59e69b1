import sharp from 'sharp';
import type { RegionMark } from '#domain/image-region.ts';
import type { Size } from '../file-job.ts';

export interface RegionPlace extends Size {
  readonly left: number;
  readonly top: number;
}

/** Minimum width of a mark in pixels, if the picture allows: nothing could be generated in less. */
const LEAST_PIXELS = 12;

/** One byte per pixel of the canvas: 255 in the region, 0 outside. `picture`: its position on the canvas. */
export async function drawRegion(
  region: readonly RegionMark[],
  canvas: Size,
  picture: RegionPlace = { ...canvas, left: 0, top: 0 },
): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${canvas.width}" height="${canvas.height}">
    <g transform="translate(${picture.left} ${picture.top})">${region.map((mark) => draw(mark, picture)).join('')}</g>
  </svg>`;
  const covered = await sharp(Buffer.from(svg)).ensureAlpha().extractChannel('alpha').raw().toBuffer();
  return Buffer.from(covered.map((value) => (value < 128 ? 0 : 255)));
}

/** In the providers' format: transparent where the picture may change. */
export async function drawMask(
  region: readonly RegionMark[],
  canvas: Size,
  picture: RegionPlace,
): Promise<Buffer> {
  const inside = await drawRegion(region, canvas, picture);
  const pixels = Buffer.alloc(inside.length * 4);
  for (const [index, value] of inside.entries()) pixels[index * 4 + 3] = 255 - value;
  return sharp(pixels, { raw: { ...toSize(canvas), channels: 4 } })
    .png()
    .toBuffer();
}

/** Only numbers are interpolated, so the SVG can contain nothing but shapes. */
function draw(mark: RegionMark, { width, height }: Size): string {
  if (mark.shape === 'rectangle') {
    const [left, right] = edges(mark.x, mark.width, width);
    const [top, bottom] = edges(mark.y, mark.height, height);
    return `<rect x="${left}" y="${top}" width="${right - left}" height="${bottom - top}"/>`;
  }
  const brush = Math.max(LEAST_PIXELS, mark.size * Math.max(width, height));
  const points = mark.points.map(([x, y]) => [x * width, y * height] as const);
  const [first] = points;
  if (first && points.length === 1) return `<circle cx="${first[0]}" cy="${first[1]}" r="${brush / 2}"/>`;
  return `<polyline points="${points.map((point) => point.join(',')).join(' ')}" fill="none" stroke="#000" stroke-width="${brush}" stroke-linecap="round" stroke-linejoin="round"/>`;
}

/** Rounds outwards to whole pixels. */
function edges(start: number, extent: number, length: number): readonly [number, number] {
  const tiny = 1e-3;
  const missing = Math.max(0, LEAST_PIXELS - extent * length) / 2;
  return [
    Math.max(0, Math.floor(start * length - missing + tiny)),
    Math.min(length, Math.ceil((start + extent) * length + missing - tiny)),
  ];
}

function toSize({ width, height }: Size): Size {
  return { width, height };
}
