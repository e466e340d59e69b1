/**
 * Estimates a text's tokens on the high side: tokenizers differ, and a cap must hold for all. The tokenizers of Qwen,
 * Gemma and Mistral split every digit, and all of them split most punctuation, so a bank statement takes three times
 * the tokens of prose ([decision 051](../../../../docs/decisions/051-a-refused-context-is-taken-as-smaller.md)).
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (const character of text) tokens += tokensOf(character);
  return Math.ceil(tokens);
}

function tokensOf(character: string): number {
  const point = character.codePointAt(0) ?? 0;
  if (point >= 0x80) return point < 0x800 ? 0.6 : point < 0x1_0000 ? 1.1 : 2.5;
  if (character >= 'a' && character <= 'z') return 0.33;
  if (character >= 'A' && character <= 'Z') return 0.5;
  if (character >= '0' && character <= '9') return 1;
  // Single spaces belong to the next word.
  return character === ' ' ? 0.2 : 0.7;
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
