/**
 * Upper estimate of a text's tokens: tokenizers differ, and a cap must hold for all. A third of a token per
 * character for Latin text, a half for other alphabets, one for everything else.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    if (point < 0x80) tokens += 0.33;
    else if (point < 0x800) tokens += 0.55;
    else tokens += 1.1;
  }
  return Math.ceil(tokens);
}

/** Truncates a text to a number of tokens, with an ellipsis. */
export function cutToTokens(text: string, tokens: number): string {
  if (estimateTokens(text) <= tokens) return text;
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (estimateTokens(text.slice(0, middle)) < tokens) low = middle;
    else high = middle - 1;
  }
  return `${text
    .slice(0, low)
    .toWellFormed()
    .replace(/\ufffd$/, '')
    .trimEnd()}…`;
}
