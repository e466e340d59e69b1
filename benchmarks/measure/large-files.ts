import { makePdf } from '#tests/fixtures/make-pdf.ts';

const BYTES = 10 * 1024 * 1024;

/** A table of sales of 10 MB: some 240,000 rows. */
export function makeSales(): Buffer {
  const lines = ['date,region,product,units,revenue'];
  let bytes = 0;
  for (let at = 0; bytes < BYTES - 100; at += 1) {
    const [month, day] = [(at % 12) + 1, (at % 28) + 1].map((part) => String(part).padStart(2, '0'));
    const revenue = (((at * 7919) % 100_000) / 100).toFixed(2);
    const line = `2026-${month}-${day},Region ${at % 37},Product ${at % 211},${at % 50},${revenue}`;
    bytes += line.length + 1;
    lines.push(line);
  }
  return Buffer.from(lines.join('\n'));
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
