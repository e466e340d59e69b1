/** First line of a text that is fenced as a whole; the group is the closing fence. */
const OPENING = /^(?<fence>`{3,}|~{3,})[ \t]*(?:markdown|md|gfm)[ \t]*\n/i;

/**
 * Unwraps a text that its model has fenced as a whole, as if Markdown were code. It would be rendered as
 * source, and the language check would skip it.
 */
export function withoutWrapper(markdown: string): string {
  const text = markdown.trim();
  const opening = OPENING.exec(text);
  const fence = opening?.groups?.['fence'];
  if (opening === null || fence === undefined) return markdown;
  const lines = text.slice(opening[0].length).split('\n');
  const end = endOf(lines, fence);
  // A truncated answer has no closing fence; text after it means that only a part is fenced.
  if (end !== -1 && end !== lines.length - 1) return markdown;
  return (end === -1 ? lines : lines.slice(0, -1)).join('\n');
}

/** Line of the closing fence: the first bare one that closes no named fence inside. */
function endOf(lines: readonly string[], fence: string): number {
  let isWithin = false;
  for (const [at, line] of lines.entries()) {
    const sign = line.trim();
    if (!sign.startsWith(fence)) continue;
    if (isWithin) isWithin = !isBare(sign);
    else if (isBare(sign)) return at;
    else isWithin = true;
  }
  return -1;
}

const isBare = (sign: string): boolean => /^(?:`+|~+)$/.test(sign);
