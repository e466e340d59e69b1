import sharp from 'sharp';

export interface PdfOptions {
  /** Refuses to be opened without a password. */
  readonly locked?: boolean;
  readonly title?: string;
  /** A line on each page in the colour of the paper. */
  readonly hidden?: string;
  /** Pages with a table instead: each cell stands at its place, the first column to the left and the others to the right. */
  readonly tables?: readonly PdfTable[];
}

export interface PdfTable {
  /** A line above it. */
  readonly title: string;
  readonly rows: readonly (readonly string[])[];
  /** From line to line; letters are 11 high. */
  readonly pitch?: number;
}

const SCAN = { width: 120, height: 170 } as const;
/** Its picture fills a page. */
const PICTURE = 'q 595 0 0 842 0 0 cm /Im1 Do Q';

/**
 * A JPEG as a scanner makes it of a page, with what stands there in a comment: that is where the simulated OCR reads
 * it, so that a test knows that the picture itself has reached the reader.
 */
export async function makeScan(words: string): Promise<Buffer> {
  const picture = await sharp({ create: { ...SCAN, channels: 3, background: '#f4f1e8' } })
    .jpeg()
    .toBuffer();
  const text = Buffer.from(words);
  const mark = Buffer.from([0xff, 0xfe, (text.length + 2) >> 8, (text.length + 2) & 0xff]);
  return Buffer.concat([picture.subarray(0, 2), mark, text, picture.subarray(2)]);
}

/**
 * A real PDF with these pages, one line of text for each line given. A page without text stands for a scan; one of
 * `makeScan` is a scan.
 */
export function makePdf(
  texts: readonly (string | Buffer)[],
  { locked = false, title, hidden, tables = [] }: PdfOptions = {},
): Buffer {
  const pages = [
    ...texts.map((text) => (typeof text === 'string' ? lineByLine(text) + inWhite(hidden) : PICTURE)),
    ...tables.map(cellByCell),
  ];
  // An empty one for a page of text, so that each page finds its own by its place.
  const scans = texts.map((text) => (typeof text === 'string' ? Buffer.alloc(0) : text));
  const pictures = 4 + pages.length * 2;
  const kids = pages.map((_page, index) => `${4 + index * 2} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${kids}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((body, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 ${bottomOf(texts[index])} 595 842] /Contents ${5 + index * 2} 0 R /Resources << /Font << /F1 3 0 R >> ${scans[index]?.length ? `/XObject << /Im1 ${pictures + index} 0 R >>` : ''} >> >>`,
      stream(body),
    ]),
    ...scans.map((scan) =>
      stream(
        scan.toString('latin1'),
        `/Type /XObject /Subtype /Image /Width ${SCAN.width} /Height ${SCAN.height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`,
      ),
    ),
  ];
  const info = objects.push(`<< /Title (${escape(title ?? '')}) >>`);
  // Values that no password makes: whoever tries the empty one is turned away, as by a real lock.
  const lock = locked
    ? objects.push(`<< /Filter /Standard /V 1 /R 2 /P -60 /O <${'a1'.repeat(32)}> /U <${'b2'.repeat(32)}> >>`)
    : 0;
  return assemble(
    objects,
    `/Root 1 0 R /Info ${info} 0 R ${locked ? `/Encrypt ${lock} 0 R /ID [<00><00>]` : ''}`,
  );
}

function lineByLine(text: string): string {
  const lines = text === '' ? [] : text.split('\n');
  return `BT /F1 11 Tf 14 TL 60 780 Td ${lines.map((line) => `(${escape(line)}) Tj T*`).join(' ')} ET`;
}

/** A page is longer than A4 where its text is. */
function bottomOf(text: string | Buffer | undefined): number {
  return typeof text === 'string' ? Math.min(0, 760 - 14 * text.split('\n').length) : 0;
}

function inWhite(text: string | undefined): string {
  return text === undefined ? '' : ` BT 1 1 1 rg /F1 11 Tf 60 60 Td (${escape(text)}) Tj ET`;
}

/** Half of the height of letters is about what one of them is wide. */
function cellByCell({ title, rows, pitch = 18 }: PdfTable): string {
  const at = (left: number, top: number, text: string): string =>
    `BT /F1 11 Tf ${left} ${top} Td (${escape(text)}) Tj ET`;
  const cells = rows.flatMap((row, line) =>
    row.map((cell, column) =>
      at(column === 0 ? 60 : 60 + column * 140 - cell.length * 5.5, 740 - line * pitch, cell),
    ),
  );
  return [at(60, 780, title), ...cells].join('\n');
}

/** Its bytes as Latin-1; `more`: what stands in its dictionary. */
export function stream(body: string, more = ''): string {
  return `<< ${more} /Length ${Buffer.byteLength(body, 'latin1')} >>\nstream\n${body}\nendstream`;
}

function escape(text: string): string {
  return text.replace(/[\\()]/g, '\\$&');
}

/** A file of these objects, numbered from 1, whatever sense they make. */
export function assemble(objects: readonly string[], trailer: string): Buffer {
  let file = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const offset = Buffer.byteLength(file, 'latin1');
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = Buffer.byteLength(file, 'latin1');
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
  file += `trailer\n<< /Size ${objects.length + 1} ${trailer} >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}
