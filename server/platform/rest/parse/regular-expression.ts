import { RestError } from '../respond/rest-error.ts';

/**
 * How dear a pattern may be. PostgreSQL needs time by the square of it to prepare a pattern, and by the product with
 * the length of a value to run it; the embedded database cannot be interrupted meanwhile. With 100, a megabyte takes
 * 2 seconds at worst, and usual values nothing to speak of (measured).
 */
const MAX_WEIGHT = 100;
const MAX_LENGTH = 1_000;
/** A letter that stands for itself costs next to nothing. */
const LETTER = 0.25;

/** Refuses patterns that could run for minutes. What is no pattern at all, PostgreSQL says. Throws 2201B. */
export function assertCheapPatterns(patterns: readonly string[]): void {
  const weight = patterns.reduce((sum, pattern) => sum + weigh(pattern), 0);
  if (weight > MAX_WEIGHT) throw tooComplex(`more than ${MAX_WEIGHT} groups, classes and repetitions`);
}

const tooComplex = (reason: string): RestError =>
  new RestError(400, '2201B', 'invalid regular expression: regular expression is too complex', {
    details: `Not supported: ${reason}.`,
    hint: 'Use a simpler pattern, like, or a full-text search.',
  });

/** A part that is done with, before a repetition after it is known. */
interface Part {
  readonly weight: number;
  readonly isLetter: boolean;
}

function weigh(pattern: string): number {
  if (pattern.length > MAX_LENGTH) throw tooComplex(`patterns of more than ${MAX_LENGTH} characters`);
  const options = /^\(\?([a-z]*)\)/.exec(pattern);
  // Other options give the same signs other meanings.
  if (pattern.startsWith('***') || (options !== null && !/^[cimnpstw]+$/.test(options[1] ?? ''))) {
    throw tooComplex('another kind of pattern within the pattern');
  }
  return new Scale(pattern, options?.[0].length ?? 0).weigh();
}

/** Reads a pattern once from left to right; groups are open sums. */
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
