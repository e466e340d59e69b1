import { deflateSync } from 'node:zlib';
import { stream } from '../fixtures/make-pdf.ts';
import { makeOddPdf, PAGE_WORDS, pressedStream, unfolding } from './make-bombs.ts';
import type { PdfBomb } from './pdf-bomb.ts';

const latin = (bytes: Buffer): string => bytes.toString('latin1');

const filtered = (filters: string, bytes: Buffer, more = ''): Buffer =>
  makeOddPdf({ contents: stream(latin(bytes), `/Filter [${filters}] ${more}`) });

/** A page whose content draws forms, which begin at object 6. */
const drawing = (content: string, forms: readonly string[]): Buffer =>
  makeOddPdf({
    contents: stream(content),
    resources: `/XObject << ${forms.map((_form, at) => `/X${at} ${at + 6} 0 R`).join(' ')} >>`,
    more: forms,
  });

const form = (body: string, next: number): string =>
  stream(
    body,
    `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /N ${next} 0 R >> >>`,
  );

const picture = (more: string, bytes = ''): Buffer =>
  drawing(`${PAGE_WORDS} q 9 0 0 9 0 0 cm /X0 Do Q`, [
    stream(bytes, `/Type /XObject /Subtype /Image /ColorSpace /DeviceRGB /BitsPerComponent 8 ${more}`),
  ]);

/** Letters two bytes wide each, by these parts of their font. */
const wideFont = (own: string, descendant: string, more: readonly string[] = []): Buffer =>
  makeOddPdf({
    font: `<< /Type /Font /Subtype /Type0 /BaseFont /X /DescendantFonts [6 0 R] ${own} >>`,
    more: [
      `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /X /CIDSystemInfo << /Registry (A) /Ordering (B) /Supplement 0 >> ${descendant} >>`,
      ...more,
    ],
  });

const RANGES = `100 beginbfrange\n${'<0000> <FFFF> <0041>\n'.repeat(100)}endbfrange\n`;
const cmap = (body: string): Buffer =>
  Buffer.from(`/CIDInit /ProcSet findresource begin begincmap\n${body}endcmap end`);

/** A file of JBIG2 whose page is four thousand million pixels wide and as high. */
const JBIG2 = Buffer.from('00000000300001000000' + '13ffffffffffffffff000000000000000000000000', 'hex');

/** PDFs whose pages, pictures or fonts are built to break, to hold up or to fill their reader. */
export const CONTENTS: readonly PdfBomb[] = [
  { what: 'whose page leads to itself', make: () => makeOddPdf({ contents: '[4 0 R 4 0 R]' }), textPages: 0 },
  {
    what: 'whose page is written a million times',
    make: () => makeOddPdf({ contents: `[${'6 0 R '.repeat(1_000_000)}]`, more: [stream(PAGE_WORDS)] }),
  },
  {
    what: 'whose page unfolds to a thousand megabytes',
    make: () => filtered('/FlateDecode /FlateDecode', deflateSync(unfolding(1_000))),
    why: 'too_big',
  },
  {
    what: 'whose page is pressed a thousand times',
    make: () => makeOddPdf({ contents: pressedStream(Buffer.from(PAGE_WORDS), 1_000) }),
    textPages: 1,
  },
  {
    what: 'whose page repeats a byte a thousand million times',
    make: () =>
      filtered('/FlateDecode /RunLengthDecode', deflateSync(Buffer.alloc(16_000_000, '\x81 ', 'latin1'))),
    textPages: 0,
  },
  {
    what: 'whose page has lines of two thousand million bytes',
    make: () =>
      filtered(
        '/FlateDecode',
        deflateSync(Buffer.alloc(1_000)),
        '/DecodeParms << /Predictor 15 /Columns 2147483647 /Colors 32 /BitsPerComponent 16 >>',
      ),
    textPages: 0,
  },
  {
    what: 'whose page is a fax of two thousand million dots',
    make: () =>
      filtered(
        '/CCITTFaxDecode',
        Buffer.alloc(1_000),
        '/DecodeParms << /K -1 /Columns 2147483647 /Rows 2147483647 >>',
      ),
    textPages: 0,
  },
  {
    what: 'whose page is a picture of another kind',
    make: () => filtered('/JBIG2Decode', JBIG2),
    textPages: 0,
  },
  {
    what: 'with a picture of a million pixels squared',
    make: () =>
      picture('/Width 1000000 /Height 1000000 /Filter /FlateDecode', latin(deflateSync(Buffer.alloc(1_000)))),
    textPages: 1,
  },
  {
    what: 'with a picture of four thousand million pixels squared',
    make: () => picture('/Width 4294967295 /Height 4294967295 /Filter /JBIG2Decode', latin(JBIG2)),
    textPages: 1,
  },
  {
    what: 'with a picture that veils itself',
    make: () => picture('/Width 9 /Height 9 /SMask 6 0 R', ' '.repeat(243)),
    textPages: 1,
  },
  {
    what: 'with a form that draws itself',
    make: () => drawing('/X0 Do', [form(`${PAGE_WORDS} /N Do /N Do`, 6)]),
    why: 'too_big',
  },
  {
    what: 'with forty forms, each of which draws the next one twice',
    make: () =>
      drawing(
        '/X0 Do',
        Array.from({ length: 40 }, (_form, at) => form('/N Do /N Do', at + 7)),
      ),
    why: 'too_big',
  },
  {
    what: 'with five thousand forms in one another',
    make: () =>
      drawing(
        '/X0 Do',
        Array.from({ length: 5_000 }, (_form, at) => form('/N Do', at + 7)),
      ),
    textPages: 0,
  },
  {
    what: 'whose letters are drawn with themselves',
    make: () =>
      makeOddPdf({
        font: `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [1 0 0 1 0 0] /FirstChar 0 /LastChar 255 /Widths [1] /Encoding << /Differences [65 /A] >> /CharProcs << /A 6 0 R >> /Resources << /Font << /F1 5 0 R >> >> >>`,
        more: [stream('1 0 d0 BT /F1 1 Tf (AAAA) Tj ET')],
      }),
    textPages: 1,
  },
  {
    what: 'whose letters mean fifty thousand alphabets each',
    make: () =>
      wideFont('/Encoding /Identity-H /ToUnicode 7 0 R', '', [pressedStream(cmap(RANGES.repeat(5_000)), 2)]),
  },
  {
    what: 'whose letters are four thousand million',
    make: () =>
      wideFont('/Encoding 7 0 R', '', [
        stream(
          latin(cmap('1 begincidrange\n<00000000> <FFFFFFFF> 0\nendcidrange\n')),
          '/Type /CMap /CMapName /X',
        ),
      ]),
    textPages: 1,
  },
  {
    what: 'whose letters are told by their own telling',
    make: () =>
      wideFont('/Encoding 7 0 R', '', [stream(latin(cmap('')), '/Type /CMap /CMapName /X /UseCMap 7 0 R')]),
    // Nothing tells its letters.
    textPages: 0,
  },
  {
    what: 'whose letters have four thousand million widths',
    make: () => wideFont('/Encoding /Identity-H', '/W [0 4294967295 500 0 4294967295 600]'),
    textPages: 1,
  },
  {
    what: 'whose alphabet has a million names',
    make: () =>
      makeOddPdf({
        font: `<< /Type /Font /Subtype /TrueType /BaseFont /X /Encoding << /Differences [0 ${'/a '.repeat(1_000_000)}] >> >>`,
      }),
    textPages: 1,
  },
  {
    what: 'whose font is no font but noise',
    make: () =>
      makeOddPdf({
        font: '<< /Type /Font /Subtype /TrueType /BaseFont /X /FontDescriptor 6 0 R >>',
        more: [
          '<< /Type /FontDescriptor /FontName /X /Flags 4 /FontFile2 7 0 R >>',
          stream(
            latin(Buffer.concat([Buffer.from('00010000ffff0000', 'hex'), Buffer.alloc(2_000_000, 0xff)])),
          ),
        ],
      }),
    textPages: 1,
  },
  {
    what: 'whose page opens a million brackets',
    make: () => makeOddPdf({ contents: pressedStream(Buffer.from('['.repeat(1_000_000)), 1) }),
    textPages: 0,
  },
  {
    what: 'whose page puts five million states by',
    make: () => makeOddPdf({ contents: pressedStream(Buffer.from('q '.repeat(5_000_000)), 1) }),
  },
  {
    what: 'whose page says one word of fifty megabytes',
    make: () =>
      makeOddPdf({
        contents: pressedStream(Buffer.from(`BT /F1 9 Tf (${'a'.repeat(50_000_000)}) Tj ET`), 1),
      }),
    textPages: 1,
  },
  {
    what: 'with a script that begins when it is opened',
    make: () => makeOddPdf({ catalogue: '/OpenAction << /S /JavaScript /JS (while (true) app.alert(1)) >>' }),
    textPages: 1,
  },
  {
    what: 'with a form of XML that unfolds without end',
    make: () =>
      makeOddPdf({
        catalogue: '/AcroForm << /XFA 6 0 R /Fields [] >> /Metadata 6 0 R',
        more: [stream(manyLaughs(), '/Type /Metadata /Subtype /XML')],
      }),
    textPages: 1,
  },
];

function manyLaughs(): string {
  const entities = Array.from(
    { length: 30 },
    (_entity, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`,
  );
  return `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY l0 "ha">${entities.join('')}]><x>&l30;</x>`;
}
