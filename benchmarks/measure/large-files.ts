import sharp from 'sharp';
import { assemble, makePdf, stream } from '#tests/fixtures/make-pdf.ts';
import { makeXlsx } from '#tests/fixtures/make-xlsx.ts';

const MB = 1024 * 1024;

/** A table of sales: some 24,000 rows per megabyte. */
export function makeSales(megabytes = 10): Buffer {
  const most = megabytes * MB;
  const lines = ['date,region,product,units,revenue'];
  let bytes = 0;
  for (let at = 0; bytes < most - 100; at += 1) {
    const [month, day] = [(at % 12) + 1, (at % 28) + 1].map((part) => String(part).padStart(2, '0'));
    const revenue = (((at * 7919) % 100_000) / 100).toFixed(2);
    const line = `2026-${month}-${day},Region ${at % 37},Product ${at % 211},${at % 50},${revenue}`;
    bytes += line.length + 1;
    lines.push(line);
  }
  return Buffer.from(lines.join('\n'));
}

/** Rows that a workbook of 10 MB holds. */
const BOOK_ROWS = 355_000;

/** Sales as a workbook, of 10 MB unless it has other rows, written as Excel does: shared texts, days as numbers with a style, a place for each cell. */
export function makeSalesBook(count = BOOK_ROWS): Buffer {
  const texts = ['date', 'region', 'product', 'units', 'revenue'];
  const regions = Array.from({ length: 37 }, (_region, at) => `Region ${at}`);
  const products = Array.from({ length: 211 }, (_product, at) => `Product ${at}`);
  let seed = 1;
  // Evenly spread, and hard to pack, as amounts are.
  const random = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const text = (place: string, at: number): string => `<c r="${place}" t="s"><v>${at}</v></c>`;
  const row = (r: number): string =>
    `<row r="${r}" spans="1:5"><c r="A${r}" s="1"><v>${45_000 + random(1_000)}</v></c>${text(`B${r}`, 5 + random(37))}${text(`C${r}`, 42 + random(211))}<c r="D${r}"><v>${random(50)}</v></c><c r="E${r}"><v>${random(100_000) / 100}</v></c></row>`;
  const head = `<row r="1" spans="1:5">${texts.map((_text, at) => text(`${'ABCDE'[at]}1`, at)).join('')}</row>`;
  const rows = Array.from({ length: count }, (_row, at) => row(at + 2));
  return makeXlsx({
    sheets: [{ name: 'Sales', xml: `<sheetData>${head}${rows.join('')}</sheetData>` }],
    strings: [...texts, ...regions, ...products].map((each) => `<t>${each}</t>`),
    styles: '<cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs>',
  });
}

const PAGES = 100;
/** As full as a contract's: some 3,000 characters a page. */
const LINES = 45;

/** A PDF of 100 pages of text. */
export function makeContract(): Buffer {
  const line = (page: number, at: number): string =>
    `${page}.${at} The tenant pays ${page * at} euros for the use of room ${at} of the house.`;
  return makePdf(
    Array.from({ length: PAGES }, (_page, page) =>
      Array.from({ length: LINES }, (_line, at) => line(page + 1, at + 1)).join('\n'),
    ),
  );
}

/** An A4 page at 300 dots an inch. */
const SCAN = { width: 2480, height: 3508 } as const;

/** A PDF of one page as a scanner makes it: a picture in grey, with the grain of paper. */
export async function makeScannedPage(): Promise<Buffer> {
  const grain = { type: 'gaussian', mean: 225, sigma: 18 } as const;
  const paper = sharp({ create: { ...SCAN, channels: 3, background: '#fff', noise: grain } });
  const picture = await paper.greyscale().jpeg({ quality: 75 }).toBuffer();
  return assemble(
    [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /XObject << /Im1 5 0 R >> >> >>',
      stream('q 595 0 0 842 0 0 cm /Im1 Do Q'),
      stream(
        picture.toString('latin1'),
        `/Type /XObject /Subtype /Image /Width ${SCAN.width} /Height ${SCAN.height} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /DCTDecode`,
      ),
    ],
    '/Root 1 0 R',
  );
}
