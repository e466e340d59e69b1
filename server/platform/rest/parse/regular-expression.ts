import { RestError } from '../respond/rest-error.ts';

/**
 * Maximum cost of a pattern. PostgreSQL compiles a pattern in time quadratic in its weight, and runs it in time
 * proportional to weight × length of the value; the embedded database can't be interrupted while it does. With 100, a
 * 1 MB value takes 2 seconds at worst and typical values almost nothing (measured).
 */
const MAX_WEIGHT = 100;
const MAX_LENGTH = 1_000;
/** A literal letter is almost free. */
const LETTER = 0.25;

/** Rejects patterns that could run for minutes; invalid ones are left to PostgreSQL. Throws 2201B. */
export function assertCheapPatterns(patterns: readonly string[]): void {
  const weight = patterns.reduce((sum, pattern) => sum + weigh(pattern), 0);
  if (weight > MAX_WEIGHT) throw tooComplex(`more than ${MAX_WEIGHT} groups, classes and repetitions`);
}

const tooComplex = (reason: string): RestError =>
  new RestError(400, '2201B', 'invalid regular expression: regular expression is too complex', {
    details: `Not supported: ${reason}.`,
    hint: 'Use a simpler pattern, like, or a full-text search.',
  });

/** The last parsed part, kept until it is known whether a repetition follows. */
interface Part {
  readonly weight: number;
  readonly isLetter: boolean;
}

function weigh(pattern: string): number {
  if (pattern.length > MAX_LENGTH) throw tooComplex(`patterns of more than ${MAX_LENGTH} characters`);
  const options = /^\(\?([a-z]*)\)/.exec(pattern);
  // Other options change the syntax of the pattern.
  if (pattern.startsWith('***') || (options !== null && !/^[cimnpstw]+$/.test(options[1] ?? ''))) {
    throw tooComplex('another kind of pattern within the pattern');
  }
  return new Scale(pattern, options?.[0].length ?? 0).weigh();
}

/** Computes the weight in one pass from left to right; each open group has its own running sum. */
class Scale {
  readonly #pattern: string;
  #at: number;
  readonly #open: number[] = [0];
  #last: Part = { weight: 0, isLetter: false };

  constructor(pattern: string, at: number) {
    this.#pattern = pattern;
    this.#at = at;
  }

  weigh(): number {
    while (this.#at < this.#pattern.length) this.#step();
    this.#settle();
    return this.#open.reduce((sum, weight) => sum + weight, 0);
  }

  #step(): void {
    const repetition = this.#take(/[*+?]|\{\d+(?:,\d*)?\}/y);
    if (repetition !== '') return this.#repeat(repetition);
    this.#settle();
    if (this.#take(/\(\?[^:]/y) !== '') throw tooComplex('lookarounds and comments');
    if (this.#take(/\\[1-9]/y) !== '') throw tooComplex('back references');
    if (this.#take(/\((?:\?:)?/y) !== '') {
      this.#open.push(1);
    } else if (this.#take(/\)/y) !== '') {
      this.#last = { weight: this.#open.length > 1 ? (this.#open.pop() ?? 0) : 1, isLetter: false };
    } else {
      const isLetter = this.#take(/[^\\[\]{}().^$|*+?]/uy) !== '';
      if (!isLetter) this.#take(/\[\^?\]?(?:\[[:.=][^\]]*\]|\\[^]|[^\]])*\]?|\\[^]?|[^]/y);
      this.#last = { weight: 1, isLetter };
    }
  }

  #repeat(repetition: string): void {
    const bounds = /\d+/g;
    const times = (repetition.match(bounds) ?? []).map(Number);
    this.#last = { weight: this.#last.weight * Math.max(1, ...times), isLetter: false };
  }

  #settle(): void {
    const { weight, isLetter } = this.#last;
    const top = this.#open.length - 1;
    this.#open[top] = (this.#open[top] ?? 0) + (isLetter ? LETTER : weight);
    this.#last = { weight: 0, isLetter: false };
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#pattern)?.[0] ?? '';
    this.#at += found.length;
    return found;
  }
}
