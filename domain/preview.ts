/** Characters of an answer that its slip shows. */
const PREVIEW_LENGTH = 200;

/** More than 200 characters of words ever take with their marks. It also bounds what a hostile text can cost. */
const READ_LENGTH = 2000;

/**
 * The beginning of an answer as plain words: a slip shows no Markdown, and a cut through `**bold**` or a link would
 * leave half of the marks behind. Made once, when an answer is stored. It goes line by line, because an answer is
 * foreign text, and one pattern over all of it could be made to backtrack.
 */
export function toPreview(markdown: string): string {
  const text = joinLines(markdown.slice(0, READ_LENGTH).split('\n'));
  const characters = Array.from(text);
  if (characters.length <= PREVIEW_LENGTH) return text;
  return `${characters.slice(0, PREVIEW_LENGTH).join('').trimEnd()}…`;
}

/** Lines of one paragraph follow each other; a heading, an item or a new paragraph is set off from what has no stop. */
function joinLines(lines: readonly string[]): string {
  let text = '';
  let isNewBlock = true;
  for (const line of lines) {
    if (line.trim() === '' || isRule(line)) {
      isNewBlock = true;
      continue;
    }
    const { words, isBlock } = toWords(line);
    if (words === '') continue;
    const needsMark = (isNewBlock || isBlock) && /[\p{L}\p{N}]$/u.test(text);
    text += (text === '' ? '' : needsMark ? '\u00a0· ' : ' ') + words;
    isNewBlock = isBlock;
  }
  return text;
}

/** A fence, a line across, the line under a table's head, or the place of a figure. */
function isRule(line: string): boolean {
  const marks = line.replace(/\s/g, '');
  return (
    /^(```|~~~)/.test(marks) ||
    /^[*_]{3,}$/.test(marks) ||
    (/^[|:-]+$/.test(marks) && marks.includes('--')) ||
    /^\[figure\d+\]$/.test(marks)
  );
}

/** A line's words, and whether its mark makes it a block of its own. */
function toWords(line: string): { words: string; isBlock: boolean } {
  const unmarked = line.trim().replace(/^(?:(?:#{1,6}|>|[-*+]|\d{1,9}[.)])(?:\s+|$))+/, '');
  const isRow = unmarked.startsWith('|');
  const words = withoutInlineMarks(isRow ? unmarked.replaceAll('|', ' ') : unmarked);
  return { words: words.replace(/\s+/g, ' ').trim(), isBlock: isRow || unmarked !== line.trim() };
}

function withoutInlineMarks(line: string): string {
  return (
    line
      // Numbers of sources stand behind a sentence and lead nowhere from here.
      .replace(/([.!?…"”’)\s])(?:\[\d{1,3}\])+/g, '$1')
      .replace(/!?\[([^\][]*)\]\([^()]*\)/g, '$1')
      .replace(/`([^`]+)`/g, '$1')
      .replace(/\*\*([^*]+)\*\*|__([^_]+)__|~~([^~]+)~~/g, '$1$2$3')
      .replace(/(^|[\s(])[*_]([^\s*_][^*_]*)[*_](?=[\s).,;:!?]|$)/g, '$1$2')
  );
}
