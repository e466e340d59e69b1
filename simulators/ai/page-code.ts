import sharp from 'sharp';

/** Bits of a row and rows of a page; the first 16 bits count the bytes that follow. */
const COLUMNS = 32;
const ROWS = 64;
const BYTES_MAX = (COLUMNS * ROWS) / 8 - 2;
/** Pixels of a bit's edge: large enough to outlive scaling and a JPEG's losses. */
const EDGE = 8;

/** Of a drawn page, in pixels. */
export const SIZE = { width: COLUMNS * EDGE, height: ROWS * EDGE } as const;

/**
 * Draws words as black and white squares: for a simulated model, which can't read letters, what stands on a page must
 * be in its picture all the same. At most 254 bytes.
 */
export function drawCode(words: string): {
  readonly width: number;
  readonly height: number;
  readonly pixels: Buffer;
} {
  const bytes = Buffer.from(words);
  if (bytes.length > BYTES_MAX)
    throw new Error(`a page has room for ${BYTES_MAX} bytes, not ${bytes.length}`);
  const code = Buffer.alloc(BYTES_MAX + 2);
  code.writeUInt16BE(bytes.length);
  bytes.copy(code, 2);
  const pixels = Buffer.alloc(SIZE.width * SIZE.height, 0xff);
  for (let y = 0; y < SIZE.height; y += 1)
    for (let x = 0; x < SIZE.width; x += 1)
      if (bitAt(code, Math.floor(y / EDGE) * COLUMNS + Math.floor(x / EDGE))) pixels[y * SIZE.width + x] = 0;
  return { ...SIZE, pixels };
}

const bitAt = (code: Buffer, at: number): boolean =>
  (((code[Math.floor(at / 8)] ?? 0) >> (7 - (at % 8))) & 1) === 1;

/** Reads the words of a drawn page, of any size; empty if there are none, or the page isn't upright. */
export async function readCode(picture: Buffer): Promise<string> {
  const { data, info } = await sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true });
  const code = Buffer.alloc(BYTES_MAX + 2);
  for (let bit = 0; bit < COLUMNS * ROWS; bit += 1) {
    const x = Math.floor((((bit % COLUMNS) + 0.5) * info.width) / COLUMNS);
    const y = Math.floor(((Math.floor(bit / COLUMNS) + 0.5) * info.height) / ROWS);
    const isDark = (data[(y * info.width + x) * info.channels] ?? 0xff) < 0x80;
    if (isDark) code[Math.floor(bit / 8)] = (code[Math.floor(bit / 8)] ?? 0) | (1 << (7 - (bit % 8)));
  }
  const length = code.readUInt16BE();
  return length <= BYTES_MAX ? code.toString('utf8', 2, 2 + length) : '';
}
