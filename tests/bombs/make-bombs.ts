import { constants, crc32, deflateRawSync, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { assemble, stream } from '../fixtures/make-pdf.ts';

/** A PNG whose head says this size, with the chunks before its pixels. Larger than 100 pixels, it ends after a few of them. */
export function makePng(
  width: number,
  height: number,
  chunks: readonly (readonly [string, Buffer])[] = [],
): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 8;
  const pixels = deflateSync(Buffer.alloc(Math.min(height, 100) * (Math.min(width, 100) + 1)));
  const parts = [['IHDR', head], ...chunks, ['IDAT', pixels], ['IEND', Buffer.alloc(0)]] as const;
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    ...parts.map(([type, data]) => pngChunk(type, data)),
  ]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A note or a colour profile of a PNG that unfolds to so many bytes. */
export function unfoldingChunk(type: 'zTXt' | 'iCCP', bytes: number): readonly [string, Buffer] {
  return [type, Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), deflateSync(Buffer.alloc(bytes))])];
}

/** A film in WebP of so many frames, each of one pixel. */
export async function makeFilm(frames: number): Promise<Buffer> {
  const still = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#123' } })
    .webp({ lossless: true })
    .toBuffer();
  // No offset, no more than one pixel, 0.1 s each.
  const frame = riffChunk(
    'ANMF',
    Buffer.concat([Buffer.alloc(12), Buffer.from([100, 0, 0, 0]), still.subarray(12)]),
  );
  const body = Buffer.concat([
    Buffer.from('WEBP', 'latin1'),
    riffChunk('VP8X', Buffer.from([0x02, 0, 0, 0, 0, 0, 0, 0, 0, 0])),
    riffChunk('ANIM', Buffer.alloc(6)),
    ...Array.from({ length: frames }, () => frame),
  ]);
  return riffChunk('RIFF', body);
}

function riffChunk(name: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

export interface PdfParts {
  /** The object of the page tree. */
  readonly pages?: string;
  /** The object of the one page's content. */
  readonly contents?: string;
  readonly font?: string;
  /** What the page has besides its font. */
  readonly resources?: string;
  /** Objects from number 6 on. */
  readonly more?: readonly string[];
  readonly catalogue?: string;
  readonly trailer?: string;
}

/** What is on a page, where nothing else is said. */
export const PAGE_WORDS =
  'BT /F1 11 Tf 60 780 Td (A line of text that is long enough to be read as text.) Tj ET';

/** A PDF of one page, with some of its parts put together by somebody who wants to break its reader. */
export function makeOddPdf(parts: PdfParts): Buffer {
  return assemble(
    [
      `<< /Type /Catalog /Pages 2 0 R ${parts.catalogue ?? ''} >>`,
      parts.pages ?? '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> ${parts.resources ?? ''} >> >>`,
      parts.contents ?? stream(PAGE_WORDS),
      parts.font ?? '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      ...(parts.more ?? []),
    ],
    `/Root 1 0 R ${parts.trailer ?? ''}`,
  );
}

/** A stream of bytes, pressed as often as said: some thousand times smaller each time. */
export function pressedStream(bytes: Buffer, times: number): string {
  let pressed = bytes;
  for (let time = 0; time < times; time += 1) pressed = deflateSync(pressed);
  return stream(pressed.toString('latin1'), `/Filter [${'/FlateDecode '.repeat(times)}]`);
}

/** Pressed zeros that unfold to so many megabytes, after some text: a pressed megabyte, again and again. */
export function unfolding(megabytes: number, text = ''): Buffer {
  const part = (bytes: Buffer): Buffer => deflateRawSync(bytes, { finishFlush: constants.Z_FULL_FLUSH });
  const zeros = part(Buffer.alloc(1_000_000));
  const head = Buffer.from([0x78, 0x9c]);
  return Buffer.concat([head, part(Buffer.from(text)), ...Array<Buffer>(megabytes).fill(zeros)]);
}
