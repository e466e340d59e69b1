/** Names less similar than this are no help, and would only reveal what else exists. */
const MIN_SIMILARITY = 0.75;
const MAX_LENGTH = 128;

/** Returns the known name that a misspelt one probably meant; null if none is close, or if the name is known. */
export function nearestName(
  wanted: string,
  known: Iterable<string>,
  minSimilarity = MIN_SIMILARITY,
): string | null {
  if (wanted.length > MAX_LENGTH) return null;
  let best: string | null = null;
  let bestSimilarity = minSimilarity;
  for (const name of known) {
    const similarity = 1 - editDistance(wanted, name) / Math.max(wanted.length, name.length, 1);
    if (similarity === 1) return null;
    if (similarity >= bestSimilarity) {
      best = name;
      bestSimilarity = similarity;
    }
  }
  return best;
}

/** Levenshtein distance: insertions, deletions and replacements from one word to the other. */
function editDistance(left: string, right: string): number {
  let previous = Array.from({ length: right.length + 1 }, (_, at) => at);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const replaced = (previous[column - 1] ?? 0) + (left[row - 1] === right[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous.at(-1) ?? 0;
}
