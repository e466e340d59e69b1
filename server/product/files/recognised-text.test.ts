import { expect, it } from 'vitest';
import { assemble, stream } from '#tests/fixtures/make-pdf.ts';
import { readPdf } from './child/read-pdf.ts';

/** A font file with so many glyphs, all without outlines. */
function fontOf(glyphs: number): string {
  const tables = {
    glyf: Buffer.alloc(4),
    head: Buffer.alloc(54),
    hhea: Buffer.alloc(36),
    hmtx: Buffer.alloc(2 + 2 * glyphs),
    loca: Buffer.alloc(2 * (glyphs + 1)),
    maxp: Buffer.alloc(32),
  };
  tables.head.writeUInt32BE(0x5f0f3cf5, 12);
  tables.head.writeUInt16BE(1000, 18);
  tables.hhea.writeUInt16BE(1, 34);
  tables.maxp.writeUInt32BE(0x00010000, 0);
  tables.maxp.writeUInt16BE(glyphs, 4);
  const named = Object.entries(tables);
  const list = Buffer.alloc(12 + 16 * named.length);
  list.writeUInt32BE(0x00010000, 0);
  list.writeUInt16BE(named.length, 4);
  let end = list.length;
  for (const [at, [name, { length }]] of named.entries()) {
    list.write(name, 12 + 16 * at, 'latin1');
    list.writeUInt32BE(end, 20 + 16 * at);
    list.writeUInt32BE(length, 24 + 16 * at);
    end += length;
  }
  return Buffer.concat([list, ...named.map(([, table]) => table)]).toString('hex');
}

/** Text as Tesseract lays it over a scan: invisible, by a font without letters, whose numbers are those of Unicode. */
function recognised(text: string, glyphs: number): Buffer {
  const numbers = Buffer.from(text, 'utf16le').swap16().toString('hex');
  const font = fontOf(glyphs);
  return assemble(
    [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
      stream(`BT 3 Tr /F1 12 Tf 60 700 Td <${numbers}> Tj ET`),
      '<< /Type /Font /Subtype /Type0 /BaseFont /GlyphLessFont /Encoding /Identity-H /DescendantFonts [6 0 R] /ToUnicode 7 0 R >>',
      '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /GlyphLessFont /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /DW 500 /FontDescriptor 8 0 R >>',
      stream(
        '/CIDInit /ProcSet findresource begin begincmap\n1 begincodespacerange <0000> <FFFF> endcodespacerange\n1 beginbfrange\n<0000> <FFFF> <0000>\nendbfrange endcmap end',
      ),
      '<< /Type /FontDescriptor /FontName /GlyphLessFont /Flags 5 /FontBBox [0 0 500 1000] /Ascent 1000 /Descent -1 /CapHeight 1000 /ItalicAngle 0 /StemV 80 /FontFile2 9 0 R >>',
      `<< /Length ${font.length + 1} /Filter /ASCIIHexDecode >>\nstream\n${font}>\nendstream`,
    ],
    '/Root 1 0 R',
  );
}

const TEXT = 'Договор № 17: 120,50 € – „bitte pünktlich“, Straße 5, 家賃';

it('of a scan has its letters of all scripts', async () => {
  expect(await readPdf(recognised(TEXT, 2))).toMatchObject({ pages: [TEXT], garbled: [], scanned: [] });
});

it('by a font with letters of its own is not guessed by their numbers', async () => {
  expect(await readPdf(recognised(TEXT, 300))).toMatchObject({ garbled: [1] });
});
