/** Characters of an answer that its slip shows. */
const PREVIEW_LENGTH = 200;

/**
 * The beginning of an answer as plain text: Markdown marks are dropped, because a slip shows words, not marks,
 * and a cut through `**bold**` or a link would leave half of them behind.
 */
export function toPreview(markdown: string): string {
  // A limit before the cleaning: a research answer has 16,000 characters, of which 200 are shown.
  const text = plainText(markdown.slice(0, PREVIEW_LENGTH * 10));
  const characters = Array.from(text);
  if (characters.length <= PREVIEW_LENGTH) return text;
  return `${characters.slice(0, PREVIEW_LENGTH).join('').trimEnd()}…`;
}

function plainText(markdown: string): string {
  return markdown
    .replace(/^\s*(```|~~~).*$/gm, '')
    .replace(/^\s*\|?[\s:|-]*-{3}[\s:|-]*\|?\s*$/gm, '')
    .replace(/^\s{0,3}(#{1,6}|>|[-*+]|\d+[.)])\s+/gm, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/(\*\*|__|~~|`)(.+?)\1/gs, '$2')
    .replace(/(^|[\s(])[*_](\S(?:.*?\S)?)[*_](?=[\s).,;:!?]|$)/gm, '$1$2')
    .replace(/\s*\|\s*/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
