import type { WhyUnusable } from '#server/product/files/file-facts.ts';

/** A table that somebody has built to break its reader. */
export interface CsvBomb {
  /** Continues "one …". */
  readonly what: string;
  readonly make: () => Buffer;
  /** It is refused. */
  readonly why?: WhyUnusable;
  /** Of its table; null where it has none. */
  readonly rows?: number | null;
}

const MB = 1_000_000;
const lines = (count: number, line: (at: number) => string): Buffer =>
  Buffer.from(Array.from({ length: count }, (_line, at) => line(at)).join('\n'));

function utf32(text: string, isLittle: boolean): Buffer {
  const bytes = Buffer.alloc(text.length * 4);
  for (let at = 0; at < text.length; at += 1) {
    if (isLittle) bytes.writeUInt32LE(text.charCodeAt(at), at * 4);
    else bytes.writeUInt32BE(text.charCodeAt(at), at * 4);
  }
  return bytes;
}

const TEXT = 'name,n\na,1\nb,2\n';
const utf16 = Buffer.from(`\ufeff${TEXT}`, 'utf16le');

/** Tables that are built to break, to hold up or to fill their reader. */
export const TABLES: readonly CsvBomb[] = [
  { what: 'of one line of ten megabytes', make: () => Buffer.alloc(10 * MB, 'a'), rows: null },
  { what: 'of one number of ten megabytes', make: () => Buffer.from(`n\n${'9'.repeat(9 * MB)}`), rows: 1 },
  {
    what: 'of a million columns',
    make: () => Buffer.from(`${'name,'.repeat(MB)}\n${'1,'.repeat(MB)}`),
    why: 'too_wide',
  },
  { what: 'of four million commas', make: () => Buffer.alloc(4 * MB, ','), why: 'too_wide' },
  { what: 'of four million quotation marks', make: () => Buffer.alloc(4 * MB, '"'), rows: null },
  { what: 'of ten million ends of lines', make: () => Buffer.alloc(10 * MB, '\n'), why: 'empty' },
  { what: 'of two million rows', make: () => Buffer.alloc(4 * MB, '1\n'), rows: 1_000_000 },
  { what: 'whose rows grow', make: () => lines(3_000, (at) => 'a,'.repeat(at)), rows: null },
  {
    what: 'whose quotation mark is never closed',
    make: () => Buffer.from(`name,n\n"${'a,1\n'.repeat(200_000)}`),
    rows: 200_000,
  },
  {
    what: 'with a mark on each line that is never closed',
    make: () => lines(100_000, () => '"a,1'),
    rows: 100_000,
  },
  { what: 'of marks within marks', make: () => lines(100_000, () => '"a""b""",""","'), rows: 100_000 },
  {
    what: 'that is cut by every sign that cuts',
    make: () => lines(100_000, (at) => `a${at};1,5\t2|"x;y",7`),
    rows: 100_000,
  },
  { what: 'that says it is cut by quotation marks', make: () => Buffer.from(`sep="\n${TEXT}`), rows: 2 },
  {
    what: 'that says it is cut by what nobody sees',
    make: () => Buffer.from(`sep=\ufeff\n${TEXT}`),
    rows: 2,
  },
  {
    what: 'in which no value comes twice',
    make: () => lines(100_000, (at) => `${at},x${at}y,${at * 7.1}`),
    rows: 100_000,
  },
  {
    what: 'with numbers that no number holds',
    make: () => lines(900, (at) => `1e${at}99,-0,${'9'.repeat(at)},0x${at},1.1.1,,,`),
    rows: 899,
  },
  {
    what: 'whose numbers could be read in many ways',
    make: () => lines(1_000, () => `${'1,1.1 '.repeat(160)};${'1 '.repeat(499)}x`),
    rows: 1_000,
  },
  {
    what: 'whose head is made of names of programs',
    make: () => Buffer.from(`__proto__,constructor,toString,rowid,sqlite_master\n${'1,2,3,4,5\n'.repeat(3)}`),
    rows: 3,
  },
  {
    what: 'whose head is a query',
    make: () => Buffer.from(`"a"" integer); drop table x; --","';select 1"\n1,2\n3,4\n`),
    rows: 2,
  },
  {
    what: 'of two hundred columns of one name',
    make: () => lines(50, () => `${'a,'.repeat(199)}a`),
    rows: 50,
  },
  {
    what: 'in UTF-16 with half a letter at its end',
    make: () => Buffer.concat([utf16, Buffer.from('a')]),
    why: 'unknown',
  },
  {
    what: 'in UTF-16 of halves of pairs',
    make: () => Buffer.from(`\ufeffname\tn\n${'\ud800\t1\n'.repeat(1_000)}`, 'utf16le'),
    why: 'unknown',
  },
  { what: 'in UTF-32 with a mark', make: () => utf32(`\ufeff${TEXT}`, true), why: 'unknown' },
  { what: 'in UTF-32 the other way round, without one', make: () => utf32(TEXT, false), why: 'unknown' },
  { what: 'with a NUL in a cell', make: () => Buffer.from('name,n\na\0b,1\n'), why: 'unknown' },
  {
    what: 'that writes on the screen of its reader',
    make: () => Buffer.from('name,n\n\x1b[2J,1\n'),
    why: 'unknown',
  },
  {
    what: 'of letters that nobody sees',
    make: () => Buffer.from(`name,n\n${'\u{e0041}\u202e\u2066'.repeat(100_000)},1\n`),
    rows: 1,
  },
];
