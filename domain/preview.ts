/** Characters of an answer shown in its slip. */
const PREVIEW_LENGTH = 200;

/** Characters that the last word may cost at most. */
const LONGEST_WORD = 40;

/** Upper bound of 200 characters of words with their marks. Also limits the cost of a hostile text. */
const READ_LENGTH = 2000;

/**
 * The start of an answer as plain text: a slip shows no Markdown, and truncation could leave half of a
 * `**bold**` or link. Computed once, when an answer is stored. Works line by line, because an answer is
 * untrusted text, and a single pattern could be made to backtrack. `title`: of the task, above the slip, so that
 * an answer that begins by repeating it is shown from its second line.
 */
export function toPreview(markdown: string, title = ''): string {
  const lines = markdown.slice(0, READ_LENGTH).split('\n');
  const first = lines.findIndex((line) => line.trim() !== '' && !isRule(line));
  const repeats = first !== -1 && isSame(toWords(lines[first] ?? '').words, title);
  const body = repeats ? lines.toSpliced(first, 1) : lines;
  // Headings divide a text that is read; joined to its sentences they are noise.
  const text = joinLines(body.filter((line) => !isHeading(line))) || joinLines(lines);
  return cut(text);
}

/** Part of an answer or description around a search hit, as plain text: also where a mark was cut in half. */
export function toExcerpt(markdown: string): string {
  return cut(withoutHalfMarks(joinLines(markdown.slice(0, READ_LENGTH).split('\n'))));
}

function cut(text: string): string {
  const characters = Array.from(text);
  if (characters.length <= PREVIEW_LENGTH) return text;
  const shown = characters.slice(0, PREVIEW_LENGTH).join('');
  const isWhole = /\s/u.test(characters[PREVIEW_LENGTH] ?? '');
  // An ellipsis after a full stop or a comma reads like a slip of the pen.
  return `${(isWhole ? shown : withoutHalfWord(shown)).replace(/[\s.,;:·…]+$/u, '')}…`;
}

/** Half a number is a wrong number: "14:0…". Keeps a long word, and a script that has no spaces. */
function withoutHalfWord(text: string): string {
  const space = text.search(/\s\S*$/u);
  return text.length - space > LONGEST_WORD ? text : text.slice(0, space);
}

/** Ignores case and closing punctuation. */
function isSame(words: string, title: string): boolean {
  const plain = (text: string) =>
    text
      .trim()
      .replace(/[\s.:!?…]+$/u, '')
      .toLowerCase();
  return title.trim() !== '' && plain(words) === plain(title);
}

/** A heading, or a line that is bold as a whole and serves as one. */
function isHeading(line: string): boolean {
  const text = line.trim();
  return /^#{1,6}\s/.test(text) || /^(\*\*|__)[^*_]+\1:?$/.test(text);
}

/** What is left of a bold word, of code, or of a link whose other half is outside the excerpt. */
function withoutHalfMarks(text: string): string {
  return text.replace(/\*\*|__(?=\S)|(?<=\S)__|`/g, '').replace(/\[([^\][]*)\]\([^()\s]*$/, '$1');
}

/** Joins the lines of a paragraph; separates headings, items and paragraphs that have no full stop. */
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

/** A fence, a thematic break, a table's delimiter row, or a figure's mark. */
function isRule(line: string): boolean {
  const marks = line.replace(/\s/g, '');
  return (
    /^(```|~~~)/.test(marks) ||
    /^[*_]{3,}$/.test(marks) ||
    (/^[|:-]+$/.test(marks) && marks.includes('--')) ||
    /^\[figure\d+\]$/.test(marks)
  );
}

/** The words of a line, and whether its mark starts a block. */
function toWords(line: string): { words: string; isBlock: boolean } {
  const unmarked = line.trim().replace(/^(?:(?:#{1,6}|>|[-*+]|\d{1,9}[.)])(?:\s+|$))+/, '');
  const isRow = unmarked.startsWith('|');
  const words = withoutInlineMarks(isRow ? unmarked.replaceAll('|', ' ') : unmarked);
  return { words: words.replace(/\s+/g, ' ').trim(), isBlock: isRow || unmarked !== line.trim() };
}

function withoutInlineMarks(line: string): string {
  return (
    line
      // Citation numbers after a sentence lead nowhere from here.
      .replace(/([.!?…"”’)\s])(?:\[\d{1,3}\])+/g, '$1')
      .replace(/!?\[([^\][]*)\]\([^()]*\)/g, '$1')
      .replace(/`([^`]+)`/g, '$1')
      .replace(/\*\*([^*]+)\*\*|__([^_]+)__|~~([^~]+)~~/g, '$1$2$3')
      .replace(/(^|[\s(])[*_]([^\s*_][^*_]*)[*_](?=[\s).,;:!?]|$)/g, '$1$2')
  );
}
