/** Distinct texts whose results are remembered, and how many of the first ones may be, if they're to recur at all. */
const REMEMBERED = 5_000;
const FIRST = 4_000;

/**
 * A function of texts that remembers its results: the same dates, words and amounts recur within a column. If most of
 * the first texts are new, it only computes, since looking for one then takes as long.
 */
export function remembered<Result>(compute: (text: string) => Result): (text: string) => Result {
  const known = new Map<string, Result>();
  let seen = 0;
  return (text) => {
    if (seen === FIRST && known.size * 2 > FIRST) return compute(text);
    if (seen < FIRST) seen += 1;
    const before = known.get(text);
    if (before !== undefined) return before;
    const result = compute(text);
    if (known.size < REMEMBERED) known.set(text, result);
    return result;
  };
}
