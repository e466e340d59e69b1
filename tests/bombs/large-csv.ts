/** Tables each of a shape that costs a reader memory in another place, of nearly the 10 MB that may be handed in. */
const BYTES = 9.9 * 1024 * 1024;

interface LargeTable {
  readonly what: string;
  /** Of so many bytes. */
  readonly make: (bytes?: number) => { readonly bytes: Buffer; readonly rows: number };
}

function fill(head: string, line: (row: number) => string, bytes = BYTES) {
  const lines = [head];
  let size = Buffer.byteLength(head);
  for (let row = 0; size < bytes; row += 1) {
    const next = line(row);
    size += 1 + Buffer.byteLength(next);
    lines.push(next);
  }
  return { bytes: Buffer.from(lines.join('\n')), rows: lines.length - 1 };
}

const cells = (cell: (at: number) => string | number): string =>
  Array.from({ length: 200 }, (_none, at) => cell(at)).join(',');

export const LARGE: readonly LargeTable[] = [
  {
    what: 'of two narrow columns',
    make: (bytes) => fill('a,b', (row) => `${row % 10},${row % 7}`, bytes),
  },
  {
    what: 'of 200 columns',
    make: (bytes) =>
      fill(
        cells((at) => `column ${at}`),
        (row) => cells((at) => (row * at) % 10_007),
        bytes,
      ),
  },
  {
    what: 'with every cell in quotation marks',
    make: (bytes) =>
      fill(
        '"name","street, town","amount","said"',
        (row) => `"Person ${row}","${row} High Street, Bern","${row % 997}.50","He said ""yes"" ${row}"`,
        bytes,
      ),
  },
  {
    what: 'of long texts',
    make: (bytes) => fill('id,text', (row) => `${row},${`word${row} `.repeat(90)}`, bytes),
  },
  {
    what: 'in Cyrillic, separated by semicolons',
    make: (bytes) =>
      fill('день;город;сумма', (row) => `2026-01-1${row % 10};Город ${row % 800};${row % 997},5`, bytes),
  },
];
