import { looksLikeNumber } from '../read-number.ts';
import { type Cut, cutRows, EVENLY, SAMPLE_ROWS } from './cut-rows.ts';

const USUAL = [',', ';', '\t', '|'];
/** Seen in exports now and then; a colon is more often a part of a time or an address. */
const RARE = ['^', '~', '§', '¦', ':'];
const NO_COLON = /\b\d{1,2}:\d{2}\b|:\/\//;
/** Made to stand between cells, and for nothing else: but for the tab, the ends of lines, and zero, which no text has. */
const CONTROL = /[\p{Cc}--[\0\t\n\u007f-\u009f]]/gv;
/** Whatever else may stand there: no letter, no digit, and none that words, numbers and names are made of. */
const SIGN = /[[\p{P}\p{S}\t]--[\p{Sc}"'’.\-–—_@\(\)\[\]\{\}\x26+%]]/gv;
const SIGNS = new RegExp(`${SIGN.source}+`, 'gv');
/** How many signs are tried. */
const TRIED = 12;
/** Of several signs between two cells. */
const LONGEST = 5;

/**
 * The sign between the cells of a table whose first row is cut by it as all others are. `Bern;1,5;2,7` is cut evenly by
 * its decimal commas too, so one that leaves another usual one standing in the cells loses. Null: there is none.
 */
export function findDelimiter(sample: string): string | null {
  const found =
    best(signsIn(sample, CONTROL), sample, (cut) => cut.evenness >= EVENLY) ??
    usual(sample, (cut) => cut.isHeadCut) ??
    best(RARE, sample, (cut) => isEven(cut) && cut.isHeadCut && !isColonInCells(cut, sample)) ??
    best(signsIn(sample, SIGN, SIGNS), sample, (cut) => isEven(cut) && hasHead(cut));
  return found && withNeighbours(found, sample);
}

/** The sign between the cells of a table with lines above it that are not cut by it: notes, most often. */
export function findDelimiterBelowNotes(sample: string): string | null {
  const found =
    usual(sample, (cut) => !isInNumbers(cut)) ??
    best(RARE, sample, (cut) => isEven(cut) && cut.width > 2 && !isColonInCells(cut, sample));
  return found && withNeighbours(found, sample);
}

/** Of the signs that may do, the one that cuts into most cells; the first of two. */
function best(signs: readonly string[], sample: string, mayDo: (cut: Cut) => boolean): string | null {
  let found: Cut | null = null;
  for (const sign of signs) {
    const cut = cutRows(sample, sign);
    if (cut.width > (found?.width ?? 1) && mayDo(cut)) found = cut;
  }
  return found && found.delimiter;
}

/** The usual one that cuts most rows into equally many cells, and leaves the fewest others standing in them. */
function usual(sample: string, mayDo: (cut: Cut) => boolean): string | null {
  let found: { cut: Cut; score: number } | null = null;
  for (const sign of USUAL) {
    const cut = cutRows(sample, sign);
    const score = cut.width < 2 ? 0 : cut.evenness * (1 - uncut(cut));
    const isBetter =
      score > (found?.score ?? 0) + 0.001 ||
      (score > (found?.score ?? 0) - 0.001 && cut.width > (found?.cut.width ?? 1));
    if (score > 0 && isBetter) found = { cut, score };
  }
  return found && mayDo(found.cut) ? found.cut.delimiter : null;
}

/** Of the cells, how many have another usual sign in them, 0 to 1. */
function uncut({ rows, width, delimiter }: Cut): number {
  const cells = rows.filter((row) => row.length === width).flat();
  const others = USUAL.filter((each) => each !== delimiter);
  return (
    cells.filter((cell) => others.some((other) => cell.includes(other)) && !looksLikeNumber(cell)).length /
    cells.length
  );
}

/** A sign that only begins or ends lines stands between no cells. */
function isEven({ rows, width, evenness }: Cut): boolean {
  const isEmpty = (at: number) => rows.every((row) => row.length !== width || row[at]?.trim() === '');
  return evenness >= EVENLY && !isEmpty(0) && !isEmpty(width - 1);
}

const isColonInCells = ({ delimiter }: Cut, sample: string): boolean =>
  delimiter === ':' && NO_COLON.test(sample);

/** The first row names the columns: in words, each once. */
function hasHead({ rows: [head = []], width }: Cut): boolean {
  const names = head.map((cell) => cell.trim());
  return (
    names.length === width &&
    new Set(names).size === width &&
    names.every((name) => /\p{L}/u.test(name) && !/\p{Nd}/u.test(name))
  );
}

/** `1,50`, `1,234` and `May 1, 2026`: all commas are parts of numbers, and of days. */
function isInNumbers({ delimiter, rows, width }: Cut): boolean {
  if (delimiter !== ',') return false;
  const lines = rows.filter((row) => row.length === width).map((row) => row.join(','));
  const isWithin = lines.every((line) => !/(?<!\d),|,(?!\s?\d)/.test(line));
  const areThousands = lines.every((line) => !/\d{4},|,\d{1,2}(?!\d)|,\d{4}/.test(line));
  return isWithin && (width === 2 || areThousands);
}

/** Signs, and runs of them, that stand in most lines, the most frequent first. */
function signsIn(sample: string, ...kinds: readonly RegExp[]): string[] {
  const lines = sample.split('\n', SAMPLE_ROWS).filter((line) => line.trim() !== '');
  const counts = new Map<string, number>();
  for (const line of lines)
    for (const sign of new Set(kinds.flatMap((kind) => line.match(kind) ?? [])))
      if (sign.length <= LONGEST) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count > lines.length / 2)
    .toSorted(([a, some], [b, others]) => others - some || b.length - a.length)
    .slice(0, TRIED)
    .map(([sign]) => sign);
}

/** `||` where no `|` stands alone, `~|~` where each is written so. */
function withNeighbours(delimiter: string, sample: string): string {
  const runs = new Set((sample.match(SIGNS) ?? []).filter((run) => run.includes(delimiter)));
  const whole = [...runs]
    .slice(0, TRIED)
    .find((run) => isMirrored(run) && !sample.replaceAll(run, '').includes(delimiter));
  return whole ?? delimiter;
}

const isMirrored = (run: string): boolean =>
  run.length <= LONGEST && Array.from(run).toReversed().join('') === run;
