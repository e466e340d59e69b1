/** Tables of nearly the 10 MB that may be handed in, each of a shape that costs a reader memory in another place. */
const BYTES = 9.9 * 1024 * 1024;

interface LargeTable {
  readonly what: string;
  readonly make: () => { readonly bytes: Buffer; readonly rows: number };
}

function fill(head: string, line: (row: number) => string) {
  const lines = [head];
  let size = Buffer.byteLength(head);
  for (let row = 0; size < BYTES; row += 1) {
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
    make: () => fill('a,b', (row) => `${row % 10},${row % 7}`),
  },
  {
    what: 'of 200 columns',
    make: () =>
      fill(
        cells((at) => `column ${at}`),
        (row) => cells((at) => (row * at) % 10_007),
      ),
  },
  {
    what: 'with every cell in quotation marks',
    make: () =>
      fill(
        '"name","street, town","amount","said"',
        (row) => `"Person ${row}","${row} High Street, Bern","${row % 997}.50","He said ""yes"" ${row}"`,
      ),
  },
  {
    what: 'of long texts',
    make: () => fill('id,text', (row) => `${row},${`word${row} `.repeat(90)}`),
  },
  {
    what: 'in Cyrillic, separated by semicolons',
    make: () => fill('день;город;сумма', (row) => `2026-01-1${row % 10};Город ${row % 800};${row % 997},5`),
  },
];
