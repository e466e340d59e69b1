import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { RegionMark } from '#domain/image-region.ts';
import { makePdf, makeScan } from '#tests/fixtures/make-pdf.ts';
import { makePicture } from '#tests/fixtures/make-picture.ts';
import { createTestFileWork } from '#tests/worlds/test-file-work.ts';
import { createFileWork, FileWorkError } from './file-work.ts';

const work = createTestFileWork();
const PAGE = 'This page has a line of text that is long enough to be read as text.';

const inspect = (bytes: Buffer, by = work) => by.inspect({ owner: 'anna', read: async () => bytes });

describe('a file is inspected by its content', () => {
  it('any picture, after EXIF rotation', async () => {
    for (const format of ['png', 'jpeg', 'webp'] as const) {
      const picture = await makePicture({ format, width: 80, height: 40 });
      expect(await inspect(picture)).toEqual({ kind: format, width: 80, height: 40 });
    }
    const turned = await makePicture({ format: 'jpeg', width: 80, height: 40, orientation: 6 });
    expect(await inspect(turned)).toEqual({ kind: 'jpeg', width: 40, height: 80 });
  });

  it('a PDF, with its number of pages with text', async () => {
    expect(await inspect(makePdf([PAGE, '', PAGE]))).toEqual({
      kind: 'pdf',
      pages: 3,
      textPages: 2,
      tokens: [expect.any(Number), 0, expect.any(Number)],
    });
  });

  it.each([
    ['UTF-8', Buffer.from('name;amount\nZoë;1,5\n')],
    ['UTF-16', Buffer.from('\ufeffname\tamount\n', 'utf16le')],
    ['Windows', Buffer.from('name;Stra\xdfe\n', 'latin1')],
  ])('a table may be %s', async (_encoding, bytes) => {
    expect(await inspect(bytes)).toMatchObject({ kind: 'csv' });
  });

  it.each([
    ['nothing', Buffer.alloc(0), 'empty', null],
    ['blank lines', Buffer.from(' \n\n'), 'empty', 'csv'],
    ['a program', Buffer.from('\x7fELF\x02\x01\x01\0\0\0\0', 'latin1'), 'unknown', null],
    ['an archive', Buffer.from(`PK\x05\x06${'\0'.repeat(18)}`, 'latin1'), 'unknown', null],
    ['noise', Buffer.from([1, 2, 3, 0, 200, 7, 0, 0]), 'unknown', null],
    ['a PDF with a password', makePdf([PAGE], { locked: true }), 'locked', 'pdf'],
    ['a PDF that only begins as one', Buffer.from('%PDF-1.7\nnothing more'), 'broken', 'pdf'],
  ])('%s is unusable', async (_what, bytes, why, as) => {
    expect(await inspect(bytes)).toEqual({ kind: 'unusable', why, as });
  });

  it('a truncated picture is broken', async () => {
    const picture = await makePicture({ format: 'jpeg', width: 400, height: 400 });
    const cut = picture.subarray(0, Math.floor(picture.length / 2));
    expect(await inspect(cut)).toEqual({ kind: 'unusable', why: 'broken', as: 'jpeg' });
  });

  it('a picture that expands to more than forty million pixels is rejected undecoded', async () => {
    const bomb = await sharp({ create: { width: 10_000, height: 4_001, channels: 3, background: '#000' } })
      .png()
      .toBuffer();
    expect(bomb.length).toBeLessThan(500_000);
    expect(await inspect(bomb)).toEqual({ kind: 'unusable', why: 'too_big', as: 'png' });
  });
});

describe('a child', () => {
  it('that takes too long is killed, and its file is rejected', async () => {
    const hurried = createFileWork({ limit: 1 });
    expect(await inspect(makePdf([PAGE]), hurried)).toMatchObject({ kind: 'unusable', why: 'too_big' });
    await expect(hurried.readPdf(makePdf([PAGE]))).rejects.toBeInstanceOf(FileWorkError);
  });

  it('ends when its caller aborts', async () => {
    const stop = new AbortController();
    const reason = new Error('cancelled');
    const reading = createFileWork().readPdf(makePdf([PAGE]), stop.signal);
    stop.abort(reason);
    await expect(reading).rejects.toBe(reason);
  });
});

describe('the text of a PDF', () => {
  it('is returned by page, with the title', async () => {
    const pdf = makePdf(['First line\nSecond line', '', 'Last (page)'], { title: 'Terms' });
    expect(await work.readPdf(pdf)).toEqual({
      pages: ['First line\nSecond line', '', 'Last (page)'],
      cut: [],
      garbled: [],
      scanned: [2],
      title: 'Terms',
      outline: [],
      attachments: [],
    });
  });

  it('is truncated if a page has more than a page can, and reported so', async () => {
    const pdf = makePdf([Array(4_000).fill(PAGE).join('\n'), PAGE]);
    const { pages, cut } = await work.readPdf(pdf);
    expect(pages[0]?.length).toBeGreaterThan(190_000);
    expect(pages[0]?.length).toBeLessThanOrEqual(200_000);
    expect(cut).toEqual([1]);
    expect(pages[1]).toBe(PAGE);
  });

  it('is read from the first pages only if that suffices', async () => {
    const pages = Array.from({ length: 5 }, () => PAGE);
    const start = await work.readPdfStart(makePdf(pages), PAGE.length + 9);
    expect(start.pages).toEqual([PAGE, PAGE.slice(0, 9)]);
  });

  it('of a hundred pages is read within acceptable time', async () => {
    const line = 'The quick brown fox jumps over the lazy dog and rests in the shade of an old tree.';
    const pdf = makePdf(Array.from({ length: 100 }, () => Array(45).fill(line).join('\n')));
    const { pages } = await work.readPdf(pdf);
    expect(pages).toHaveLength(100);
    expect(pages[99]?.split('\n')).toHaveLength(45);
  });
});

describe('pages of a PDF', () => {
  it('are extracted separately, with pictures unchanged and nothing of other pages', async () => {
    const scan = await makeScan('The notice period is 3 months.');
    const pdf = makePdf([PAGE, scan, PAGE, await makeScan('Signed.')]);
    const taken = await work.takePages(pdf, [2, 4, 9]);
    expect(taken.map((page) => page?.includes('The notice period is 3 months.'))).toEqual([
      true,
      false,
      undefined,
    ]);
    expect(taken[0]?.includes(scan)).toBe(true);
    expect(await inspect(taken[0] ?? Buffer.alloc(0))).toEqual({
      kind: 'pdf',
      pages: 1,
      textPages: 0,
      tokens: [0],
    });
  });

  it('are not sent if they are too large', async () => {
    const large = Buffer.concat([await makeScan('x'), randomBytes(7 * 1024 * 1024)]);
    expect(await work.takePages(makePdf([large]), [1])).toEqual([null]);
  });
});

describe('a picture for a model', () => {
  it('is rotated, scaled down and stripped of metadata', async () => {
    const picture = await makePicture({ format: 'jpeg', width: 400, height: 200, orientation: 6 });
    const prepared = await work.prepareImage({ bytes: picture, maxEdge: 100, frame: null, format: 'png' });
    expect(prepared).toMatchObject({ width: 50, height: 100, original: { width: 200, height: 400 } });
    const { format, exif, orientation } = await sharp(prepared.bytes).metadata();
    expect({ format, exif, orientation }).toEqual({ format: 'png', exif: undefined, orientation: undefined });
  });

  it('may be a JPEG, white where it was transparent', async () => {
    const bytes = await makePicture({ transparent: true });
    const prepared = await work.prepareImage({ bytes, maxEdge: 100, frame: null, format: 'jpeg' });
    expect(prepared.type).toBe('image/jpeg');
    expect(await sharp(prepared.bytes).metadata()).toMatchObject({ format: 'jpeg', hasAlpha: false });
  });

  it('comes with a mask of the same size, transparent where the region is in its frame', async () => {
    const prepared = await work.prepareImage({
      bytes: await makePicture({ width: 200, height: 100, format: 'jpeg', orientation: 6 }),
      maxEdge: 2048,
      frame: { width: 300, height: 200 },
      format: 'png',
      region: [{ shape: 'rectangle', x: 0.5, y: 0, width: 0.5, height: 0.25 }],
    });
    expect(prepared.inner).toEqual({ left: 100, top: 0, width: 100, height: 200 });
    const mask = sharp(prepared.mask ?? Buffer.alloc(0));
    expect(await mask.metadata()).toMatchObject({ format: 'png', width: 300, height: 200, hasAlpha: true });
    const alpha = await mask.extractChannel('alpha').raw().toBuffer();
    const clear = [...alpha.entries()].filter(([, value]) => value === 0).map(([index]) => index);
    expect(clear).toHaveLength(50 * 50);
    expect([clear[0], clear.at(-1)]).toEqual([150, 49 * 300 + 199]);
    expect(alpha.every((value) => value === 0 || value === 255)).toBe(true);
  });

  it('is centred in a size that the model supports', async () => {
    const prepared = await work.prepareImage({
      bytes: await makePicture({ width: 100, height: 100 }),
      maxEdge: 2048,
      frame: { width: 300, height: 200 },
      format: 'png',
    });
    expect(prepared).toMatchObject({
      width: 300,
      height: 200,
      inner: { left: 50, top: 0, width: 200, height: 200 },
    });
  });
});

/** A different picture each time. */
function noise(width: number, height: number): Promise<Buffer> {
  const pixels = randomBytes(width * height * 3);
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}

const pixelsOf = (bytes: Buffer): Promise<Buffer> => sharp(bytes).removeAlpha().raw().toBuffer();

describe('a model’s picture is converted to the requested file', () => {
  const asked = {
    width: 160,
    height: 90,
    frame: { width: 64, height: 48 },
    inner: null,
    format: 'png',
    compression: 50,
    background: 'opaque',
  } as const;

  it.each(['png', 'jpeg', 'webp'] as const)('in size and format: %s', async (format) => {
    const made = await work.fitImage({ ...asked, format, bytes: await makePicture() });
    if ('problem' in made) throw new Error(made.problem);
    expect(made).toMatchObject({ width: 160, height: 90, type: `image/${format}` });
    const { width, height, format: real } = await sharp(made.bytes).metadata();
    expect({ width, height, real }).toEqual({ width: 160, height: 90, real: format });
  });

  it('without trailing data or metadata, even if it already fits', async () => {
    const picture = await makePicture({ width: 160, height: 90 });
    const page = '<script>alert(1)</script>PK\u0003\u0004';
    const made = await work.fitImage({ ...asked, bytes: Buffer.concat([picture, Buffer.from(page)]) });
    if ('problem' in made) throw new Error(made.problem);
    expect(made).toMatchObject({ width: 160, height: 90, type: 'image/png' });
    expect(made.bytes.includes('<script>')).toBe(false);
    const pixels = (bytes: Buffer): Promise<Buffer> => sharp(bytes).removeAlpha().raw().toBuffer();
    expect(await pixels(made.bytes)).toEqual(await pixels(picture));
  });

  it.each([
    [
      'a drawing',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="160" height="90"/>'),
    ],
    [
      'a film',
      async () =>
        sharp(await makePicture({ width: 160, height: 90 }))
          .gif()
          .toBuffer(),
    ],
  ])('and never %s', async (_what, make) => {
    expect(await work.fitImage({ ...asked, bytes: await make() })).toEqual({ problem: 'unreadable' });
  });

  it('smaller with higher compression', async () => {
    const noise = await sharp({
      create: {
        width: 160,
        height: 90,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma: 40 },
      },
    })
      .png()
      .toBuffer();
    const sizes = [];
    for (const compression of [0, 50, 100]) {
      const made = await work.fitImage({ ...asked, bytes: noise, format: 'webp', compression });
      sizes.push('bytes' in made ? made.bytes.length : 0);
    }
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
    expect(new Set(sizes).size).toBe(3);
  });

  it('with a transparent background if it has one, and reports if it has none', async () => {
    const transparent = { ...asked, format: 'webp', background: 'transparent' } as const;
    const made = await work.fitImage({ ...transparent, bytes: await makePicture({ transparent: true }) });
    expect('bytes' in made && (await sharp(made.bytes).stats()).isOpaque).toBe(false);
    expect(await work.fitImage({ ...transparent, bytes: await makePicture() })).toEqual({
      problem: 'opaque',
    });
  });

  it('without transparency if none was requested', async () => {
    const made = await work.fitImage({ ...asked, bytes: await makePicture({ transparent: true }) });
    expect('bytes' in made && (await sharp(made.bytes).metadata()).hasAlpha).toBe(false);
  });

  it('cropped to the relevant part, whatever size the model made', async () => {
    const bytes = await makePicture({ width: 600, height: 400 });
    const inner = { left: 0, top: 0, width: 150, height: 200 };
    const made = await work.fitImage({ ...asked, bytes, frame: { width: 300, height: 200 }, inner });
    if ('problem' in made) throw new Error(made.problem);
    const { dominant } = await sharp(made.bytes).stats();
    expect(dominant.r).toBeGreaterThan(dominant.b);
  });

  it('with the original around the region, bit by bit', async () => {
    const [original, bytes] = await Promise.all([noise(200, 120), noise(200, 120)]);
    const region: RegionMark[] = [
      { shape: 'rectangle', x: 0.5, y: 0.5, width: 0.25, height: 0.25 },
      {
        shape: 'stroke',
        size: 0.1,
        points: [
          [0.1, 0.1],
          [0.3, 0.1],
        ],
      },
      { shape: 'stroke', size: 0.005, points: [[1, 1]] },
    ];
    const size = { width: 200, height: 120 };
    const made = await work.fitImage({ ...asked, ...size, frame: size, bytes, keep: { original, region } });
    if ('problem' in made) throw new Error(made.problem);
    const [before, after, model] = await Promise.all([original, made.bytes, bytes].map(pixelsOf));
    const at = (pixels: Buffer | undefined, x: number, y: number) =>
      pixels?.subarray((y * 200 + x) * 3, (y * 200 + x) * 3 + 3).toString('hex');
    let different = 0;
    for (let y = 0; y < 120; y++) {
      for (let x = 0; x < 200; x++) {
        const inRectangle = x >= 100 && x < 150 && y >= 60 && y < 90;
        // The brush is 20 pixels wide with round ends.
        const nearest = Math.min(60, Math.max(20, x + 0.5));
        const inStroke = Math.hypot(x + 0.5 - nearest, y + 0.5 - 12) < 10.7;
        const inDot = Math.hypot(x + 0.5 - 200, y + 0.5 - 120) < 6.7;
        if (at(before, x, y) === at(after, x, y)) continue;
        different++;
        expect(inRectangle || inStroke || inDot, `${x}, ${y}`).toBe(true);
      }
    }
    expect(different).toBeGreaterThan(50 * 30);
    expect(at(after, 125, 75)).toBe(at(model, 125, 75));
    expect(at(after, 40, 12)).toBe(at(model, 40, 12));
    // Two pictures of noise share next to no pixels.
    expect(made.putBack).toBeGreaterThan(0.99);
    const same = await work.fitImage({
      ...asked,
      ...size,
      frame: size,
      bytes: original,
      keep: { original, region },
    });
    expect(same).toMatchObject({ putBack: 0 });
  });

  it('with the model’s pixels in the centre of the smallest region', async () => {
    const size = { width: 200, height: 120 };
    const [original, bytes] = await Promise.all([makePicture(size), noise(200, 120)]);
    const region: RegionMark[] = [{ shape: 'rectangle', x: 0.5, y: 0.5, width: 0.005, height: 0.005 }];
    const made = await work.fitImage({ ...asked, ...size, frame: size, bytes, keep: { original, region } });
    if ('problem' in made) throw new Error(made.problem);
    const middle = { left: 100, top: 60, width: 1, height: 1 };
    const colour = (file: Buffer) => sharp(file).extract(middle).removeAlpha().raw().toBuffer();
    expect(await colour(made.bytes)).toEqual(await colour(bytes));
  });

  it('with the original around the region where that is translucent', async () => {
    const size = { width: 64, height: 48 };
    const [original, bytes] = [await makePicture({ transparent: true }), await makePicture()];
    const region: RegionMark[] = [{ shape: 'rectangle', x: 0, y: 0, width: 0.25, height: 1 }];
    const made = await work.fitImage({
      ...asked,
      ...size,
      frame: size,
      background: 'transparent',
      bytes: await sharp(bytes).ensureAlpha(0.5).png().toBuffer(),
      keep: { original, region },
    });
    if ('problem' in made) throw new Error(made.problem);
    const part = { left: 16, top: 0, width: 48, height: 48 };
    const pixels = (file: Buffer) => sharp(file).ensureAlpha().extract(part).raw().toBuffer();
    expect(await pixels(made.bytes)).toEqual(await pixels(original));
    expect(made.putBack).toBe(1);
  });

  it.each([Buffer.from('not a picture'), Buffer.alloc(0)])('or rejected as no picture', async (bytes) => {
    expect(await work.fitImage({ ...asked, bytes })).toEqual({ problem: 'unreadable' });
  });
});
