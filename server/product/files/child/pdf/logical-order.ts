/** A piece of a line that is kept as it is. */
export interface Part {
  readonly text: string;
}

const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
const LETTER = /\p{L}/u;
const DIGIT = /\p{Nd}/u;

export const isRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text);

export type Direction = 'left' | 'right';

type Kind = 'L' | 'R' | 'number' | 'neutral';

/** By text: pages have few different glyphs. */
const kinds = new Map<string, Kind>();

function kindOf(text: string): Kind {
  const known = kinds.get(text);
  if (known !== undefined) return known;
  const kind = DIGIT.test(text)
    ? 'number'
    : RIGHT_TO_LEFT.test(text)
      ? 'R'
      : LETTER.test(text)
        ? 'L'
        : 'neutral';
  if (text.length < 4) kinds.set(text, kind);
  return kind;
}

/** Where the lines of a text begin, by most of its letters; `otherwise` if it has none. */
export function directionOf(parts: Iterable<Part>, otherwise: Direction = 'left'): Direction {
  let balance = 0;
  for (const { text } of parts) {
    const kind = kindOf(text);
    balance += kind === 'R' ? text.length : kind === 'L' ? -text.length : 0;
  }
  if (balance === 0) return otherwise;
  return balance > 0 ? 'right' : 'left';
}

/**
 * Puts the parts of a line from the order in which they stand, left to right, into the order in which they are read:
 * the reverse of Unicode's bidirectional algorithm (UAX 9), without embedded levels, which no page shows.
 */
export function toLogical<T extends Part>(parts: readonly T[], direction: Direction): T[] {
  const kinds = parts.map(({ text }) => kindOf(text));
  if (direction === 'left' && !kinds.includes('R')) return [...parts];
  const isRight = resolve(kinds, direction);
  const ordered = runsOf(parts, isRight).map(({ run, right }) =>
    right ? withNumbers(run.toReversed()) : run,
  );
  return (direction === 'right' ? ordered.toReversed() : ordered).flat();
}

/** Whether each part belongs to text from right to left. */
function resolve(kinds: readonly Kind[], direction: Direction): boolean[] {
  const base = direction === 'right' ? 'R' : 'L';
  // A number goes with the letters beside it; what stands between two kinds goes with the line.
  const strong = (from: number, step: number): Kind => {
    for (let at = from; at >= 0 && at < kinds.length; at += step) {
      const kind = kinds[at];
      if (kind === 'L' || kind === 'R') return kind;
    }
    return base;
  };
  return kinds.map((kind, at) => {
    if (kind === 'L' || kind === 'R') return kind === 'R';
    const [before, after] = [strong(at - 1, -1), strong(at + 1, 1)];
    return (before === after ? before : base) === 'R';
  });
}

function runsOf<T>(parts: readonly T[], isRight: readonly boolean[]): { run: T[]; right: boolean }[] {
  const runs: { run: T[]; right: boolean }[] = [];
  for (const [at, part] of parts.entries()) {
    const right = isRight[at] === true;
    const last = runs.at(-1);
    if (last?.right === right) last.run.push(part);
    else runs.push({ run: [part], right });
  }
  return runs;
}

/** Numbers run from left to right in any text; a sign within one (`1,250.00`, `12:30`) belongs to it. */
function withNumbers<T extends Part>(reversed: readonly T[]): T[] {
  const ordered: T[] = [];
  let at = 0;
  while (at < reversed.length) {
    let end = at;
    while (isInNumber(reversed, at, end)) end += 1;
    end = Math.max(end, at + 1);
    ordered.push(...reversed.slice(at, end).toReversed());
    at = end;
  }
  return ordered;
}

const SIGN = /^[.,:/%+\-−'’٫٬]$/u;

function isInNumber(parts: readonly Part[], from: number, at: number): boolean {
  const text = parts[at]?.text ?? '';
  if (kindOf(text) === 'number') return true;
  const next = parts[at + 1]?.text ?? '';
  return at > from && SIGN.test(text) && kindOf(next) === 'number';
}
