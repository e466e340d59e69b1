import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';

/** The database takes no longer ones. */
export const LONGEST_RANK = 64;

/** For a group without other tasks: above new tasks of medium priority, below those of a higher one. */
const [LOWEST, HIGHEST] = ['j2V00000000', 'j2W00000000'] as const;

/** New ranks for a stretch of a list: for the tasks put into it, and for neighbours that had to make room. */
export interface Room {
  /** Number of tasks above the stretch. */
  readonly from: number;
  readonly ranks: readonly string[];
}

/**
 * Ranks for `count` tasks put at a place among others with these keys. Where there is no room for them, because the
 * ranks would get too long or the neighbours are at the same place, the nearest neighbours get new ranks, too.
 */
export function makeRoom(keys: readonly string[], at: number, count: number): Room {
  for (let spread = 0; ; spread = 2 * spread + 1) {
    const from = Math.max(0, at - spread);
    const to = Math.min(keys.length, at + spread);
    const ranks = ranksBetween(keys[from - 1] ?? null, keys[to] ?? null, to - from + count);
    if (ranks) return { from, ranks };
  }
}

function ranksBetween(above: string | null, below: string | null, count: number): string[] | null {
  if (above !== null && below !== null && above >= below) return null;
  const isAlone = above === null && below === null;
  const [lower, upper] = isAlone ? [LOWEST, HIGHEST] : [above, below];
  const ranks = withoutLastZero(generateNKeysBetween(lower, upper, count), upper);
  return ranks.every(({ length }) => length <= LONGEST_RANK) ? ranks : null;
}

/** The library's whole numbers may end in 0, which the database refuses: a fraction can't. */
function withoutLastZero(ranks: readonly string[], upper: string | null): string[] {
  return ranks.reduceRight<string[]>((after, rank) => {
    const next = after[0] ?? upper;
    return [rank.endsWith('0') ? generateKeyBetween(rank, next) : rank, ...after];
  }, []);
}
