import { UnreadableError } from './open-archive.ts';

const HEADER_BYTES = 512;
/** Sectors of the allocation table that the header lists; the others are listed by sectors of their own. */
const LISTED = 109;
const END_OF_CHAIN = 0xfffffffe;
const NO_ENTRY = 0xffffffff;
const ENTRY_BYTES = 128;
const MINI_BYTES = 64;
/** Smaller streams are kept in mini sectors. */
const MINI_BELOW = 4096;

interface Sectors {
  readonly bytes: number;
  /** Returns a sector, which belongs to nothing else. */
  take(sector: number): Buffer;
}

interface Entry {
  readonly isStorage: boolean;
  readonly name: string;
  /** Its siblings. */
  readonly beside: readonly number[];
  readonly child: number;
  readonly start: number;
  readonly size: number;
}

/**
 * Follows every chain of a compound file (MS-CFB) that a reader would follow, and returns the names in its root. A chain
 * that runs in circles would keep a reader busy until it's killed, and so would streams that share their sectors.
 * Throws UnreadableError.
 */
export function checkCompoundFile(bytes: Buffer): ReadonlySet<string> {
  if (bytes.length < HEADER_BYTES) throw broken('its header is cut off');
  const shift = bytes.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) throw broken('its sectors are of no size that there is');
  const whole = inSectors(bytes.subarray(1 << shift), 1 << shift);
  const table = toNumbers(tableSectors(bytes, whole));
  const follow = (start: number): Buffer[] => chain(start, { table, sectors: whole });
  const entries = toEntries(follow(bytes.readUInt32LE(48)));
  const [root] = entries;
  if (root === undefined) throw broken('it has no directory');
  const hasMini = bytes.readUInt32LE(64) > 0;
  const mini = {
    table: toNumbers(hasMini ? follow(bytes.readUInt32LE(60)) : []),
    sectors: inSectors(Buffer.concat(root.size > 0 ? follow(root.start) : []), MINI_BYTES),
  };
  return walk(entries, ({ start, size }) => {
    const content = size < MINI_BELOW ? chain(start, mini) : follow(start);
    if (content.reduce((sum, { length }) => sum + length, 0) < size) throw broken('a stream is cut off');
  });
}

const broken = (message: string): UnreadableError => new UnreadableError('broken', message);

/** The last one may be short. */
function inSectors(all: Buffer, bytes: number): Sectors {
  const taken = new Uint8Array(Math.ceil(all.length / bytes));
  return {
    bytes,
    take(sector) {
      if (taken[sector] !== 0) throw broken('a sector is missing, or belongs to two streams');
      taken[sector] = 1;
      return all.subarray(sector * bytes, (sector + 1) * bytes);
    },
  };
}

/** Sectors of the table that says which sector follows each. */
function tableSectors(header: Buffer, sectors: Sectors): Buffer[] {
  const count = header.readUInt32LE(44);
  const numbers = toNumbers([header.subarray(HEADER_BYTES - LISTED * 4, HEADER_BYTES)]);
  let next = header.readUInt32LE(68);
  for (let left = header.readUInt32LE(72); left > 0; left -= 1) {
    const more = toNumbers([sectors.take(next)]);
    next = more.pop() ?? END_OF_CHAIN;
    for (const number of more) numbers.push(number);
  }
  if (count > numbers.length) throw broken('its allocation table is cut off');
  return numbers.slice(0, count).map((number) => sectors.take(number));
}

function toNumbers(sectors: readonly Buffer[]): number[] {
  const numbers: number[] = [];
  for (const sector of sectors)
    for (let at = 0; at + 4 <= sector.length; at += 4) numbers.push(sector.readUInt32LE(at));
  return numbers;
}

function chain(
  start: number,
  { table, sectors }: { readonly table: readonly number[]; readonly sectors: Sectors },
): Buffer[] {
  const found: Buffer[] = [];
  for (let next = start; next !== END_OF_CHAIN; next = table[next] ?? END_OF_CHAIN)
    found.push(sectors.take(next));
  return found;
}

function toEntries(sectors: readonly Buffer[]): Entry[] {
  const all = Buffer.concat(sectors);
  return Array.from({ length: Math.floor(all.length / ENTRY_BYTES) }, (_none, at) => {
    const entry = all.subarray(at * ENTRY_BYTES, (at + 1) * ENTRY_BYTES);
    return {
      isStorage: entry[66] === 1 || entry[66] === 5,
      name: entry.toString('utf16le', 0, 64).split('\0', 1).join(),
      beside: [entry.readUInt32LE(68), entry.readUInt32LE(72)],
      child: entry.readUInt32LE(76),
      start: entry.readUInt32LE(116),
      size: entry.readUInt32LE(120),
    };
  });
}

/** Visits each entry of the directory once, and returns the names beside the root's child. */
function walk(entries: readonly Entry[], onStream: (entry: Entry) => void): ReadonlySet<string> {
  const names = new Set<string>();
  const seen = new Uint8Array(entries.length);
  seen[0] = 1;
  const left = [{ at: entries[0]?.child ?? NO_ENTRY, isTop: true }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { at, isTop } = next;
    if (at === NO_ENTRY) continue;
    const entry = entries[at];
    if (entry === undefined || seen[at] !== 0) throw broken('its directory is no tree');
    seen[at] = 1;
    if (isTop) names.add(entry.name);
    for (const beside of entry.beside) left.push({ at: beside, isTop });
    if (entry.isStorage) left.push({ at: entry.child, isTop: false });
    else if (entry.size > 0) onStream(entry);
  }
  return names;
}
