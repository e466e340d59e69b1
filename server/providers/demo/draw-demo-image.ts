import { createHash } from 'node:crypto';
import sharp from 'sharp';

export interface DemoImageOrder {
  readonly prompt: string;
  readonly width: number;
  readonly height: number;
  readonly transparent: boolean;
  /** The image to edit; null for a new one. */
  readonly source: Buffer | null;
}

/**
 * Draws an image that can't be mistaken for a model's: coloured fields derived from the prompt, the prompt itself,
 * and a DEMO stripe. An edited image is returned unchanged, with a frame and the stripe.
 */
export async function drawDemoImage({
  prompt,
  width,
  height,
  transparent,
  source,
}: DemoImageOrder): Promise<Buffer> {
  const size = { width, height };
  const ground = source
    ? sharp(source).resize({ ...size, fit: 'fill' })
    : sharp(Buffer.from(svg(size, fields(size, prompt, transparent) + words(size, prompt))));
  const image = ground.composite([
    { input: Buffer.from(svg(size, (source ? frame(size) : '') + stripe(size))) },
  ]);
  return (transparent ? image.ensureAlpha() : image.flatten({ background: '#fbfaf6' })).png().toBuffer();
}

interface Size {
  readonly width: number;
  readonly height: number;
}

function svg({ width, height }: Size, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`;
}

const COLOURS = ['#1d4ba8', '#e3b505', '#3d3a33', '#c9c3b2', '#7d93c4', '#f0e2a2'];

/** Six vertical fields whose width and order are derived from the prompt: deterministic per prompt. */
function fields({ width, height }: Size, prompt: string, transparent: boolean): string {
  const digest = createHash('sha256').update(prompt).digest();
  const inset = transparent ? Math.round(Math.min(width, height) / 12) : 0;
  const shares = COLOURS.map((_colour, index) => 1 + (digest[index] ?? 0) / 128);
  const total = shares.reduce((sum, share) => sum + share, 0);
  let x = inset;
  return shares
    .map((share, index) => {
      const across = ((width - 2 * inset) * share) / total;
      const top = inset + ((digest[index + 8] ?? 0) / 255) * height * 0.25;
      const colour = COLOURS[(index + (digest[20] ?? 0)) % COLOURS.length] ?? '#3d3a33';
      const field = `<rect x="${x}" y="${top}" width="${across + 1}" height="${height - inset - top}" fill="${colour}"/>`;
      x += across;
      return field;
    })
    .join('');
}

const LINES = 4;

/** Uses any font the system has; without one, the stripe still identifies the demo. */
function words({ width, height }: Size, prompt: string): string {
  const letter = Math.round(Math.min(width, height) / 26);
  const perLine = Math.max(8, Math.floor(width / (letter * 0.62)) - 6);
  const lines = wrap(prompt, perLine).slice(0, LINES);
  const top = height - letter * (1.5 * lines.length + 1.6);
  const rows = lines
    .map(
      (line, index) =>
        `<tspan x="${letter * 1.5}" y="${top + letter * 1.5 * (index + 1)}">${escape(line)}</tspan>`,
    )
    .join('');
  return `<rect x="0" y="${top}" width="${width}" height="${height - top}" fill="#fbfaf6"/><text font-family="sans-serif" font-size="${letter}" fill="#1d1b16">${rows}</text>`;
}

function wrap(text: string, length: number): string[] {
  const lines: string[] = [''];
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && line.length + word.length + 1 > length) lines.push(word.slice(0, length));
    else lines[lines.length - 1] = `${line} ${word}`.trim().slice(0, length);
  }
  return lines;
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`).replace(/\p{Cc}/gu, ' ');
}

function frame({ width, height }: Size): string {
  const edge = Math.max(4, Math.round(Math.min(width, height) / 64));
  return `<rect x="${edge / 2}" y="${edge / 2}" width="${width - edge}" height="${height - edge}" fill="none" stroke="#e3b505" stroke-width="${edge}"/>`;
}

/** A 5×7 bitmap font, independent of installed fonts. */
const LETTERS: readonly (readonly string[])[] = [
  ['11110', '10001', '10001', '10001', '10001', '10001', '11110'],
  ['11111', '10000', '10000', '11110', '10000', '10000', '11111'],
  ['10001', '11011', '10101', '10101', '10001', '10001', '10001'],
  ['01110', '10001', '10001', '10001', '10001', '10001', '01110'],
];

function stripe({ width, height }: Size): string {
  const point = Math.max(2, Math.round(Math.min(width, height) / 110));
  const high = point * 13;
  const text = LETTERS.flatMap((letter, index) =>
    letter.flatMap((row, y) =>
      Array.from(row).flatMap((bit, x) =>
        bit === '1'
          ? [
              `<rect x="${point * (4 + index * 7 + x)}" y="${point * (3 + y)}" width="${point}" height="${point}" fill="#1d1b16"/>`,
            ]
          : [],
      ),
    ),
  );
  return `<g transform="translate(0 ${Math.round(height / 12)})"><rect width="${point * (4 * 7 + 7)}" height="${high}" fill="#f3d64a"/>${text.join('')}</g>`;
}
