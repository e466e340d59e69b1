import { MAIL_SIGN } from '#domain/foreign-text.ts';

/**
 * A model's Markdown without anything that leads somewhere: no pictures, no links, no HTML, no bare addresses, and none
 * of the marks that only the engine sets (`[1]`, `[?]`). What a link said stays as text, and so does a mail address.
 */
export function plainMarkdown(markdown: string): string {
  return markdown
    .split('\n')
    .filter((line) => !/^\s*\[[^\]]{1,100}\]:\s/.test(line) && !NOTE.test(withBrackets(line)))
    .map((line) => withoutMarks(plainLine(line)))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** A footnote's text, in a list or a quotation too: it would stand below the answer like a source of ours. */
const NOTE = /^\s*(?:(?:>|[-*+]|\d{1,3}[.)])\s*)*\[\^(?:\\.|[^\]\\])*\]:/;

/** Wider gaps say nothing more, and each pattern that looks at spaces would look at all of them again and again. */
const WIDE_GAP = /\s{33,}/g;

function plainLine(line: string): string {
  return line
    .replace(WIDE_GAP, ' ')
    .replace(/!\[([^\][]{0,300})\](\([^()]{0,2000}\)|\[[^\][]{0,100}\])?/g, '$1')
    .replace(/\[([^\][]{1,300})\]\([^()]{0,2000}\)/g, '$1')
    .replace(/<\/?[a-z!][^<>]{0,1000}>?/gi, '')
    .replace(/\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s)\]]+/gi, '')
    .replace(/\bwww\.[^\s)\]]+/gi, '')
    .replace(MAIL_SIGN, '\u200b@');
}

/** What Markdown draws as a bracket, a digit or a question mark, and is written as the number of it. */
const NUMBERED = /&#(?:0*(\d{2})|x0*([\da-f]{2}));/gi;
const DRAWN_AS_MARK = /^[\d?[\]]$/;
const BRACKETS: Readonly<Record<string, string>> = { l: '[', r: ']', q: '?' };

/** With its brackets as they are drawn. */
const withBrackets = (line: string): string =>
  line
    .replace(NUMBERED, (whole, decimal?: string, hex?: string) => {
      const character = String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16));
      return DRAWN_AS_MARK.test(character) ? character : whole;
    })
    .replace(/&(?:([lr])(?:brack|sqb)|(q)uest);/g, (whole, side?: string, question?: string) => {
      return BRACKETS[side ?? question ?? ''] ?? whole;
    });

/** However a mark of ours is written: bare, escaped, by names of its characters, as a footnote's, or around another. */
function withoutMarks(line: string): string {
  let text = withBrackets(line);
  for (let before = ''; before !== text; ) {
    before = text;
    text = text
      .replace(/\\?\[(?:\d{1,3}|\\?\?)\\?\]/g, '')
      .replace(/\\?\[\^[^\][\s]{0,1000}\]/g, '')
      .replace(/\[\^/g, '[');
  }
  return text;
}
