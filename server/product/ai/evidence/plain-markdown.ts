import { MAIL_SIGN } from '#domain/foreign-text.ts';

/**
 * Reduces a model's Markdown to what links and loads nothing: no pictures, links, HTML or bare addresses, and
 * no marks that only the engine sets (`[1]`, `[?]`). The text of links and mail addresses stays.
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

/** A footnote's definition, also in a list or quotation: it would look like one of our sources. */
const NOTE = /^\s*(?:(?:>|[-*+]|\d{1,3}[.)])\s*)*\[\^(?:\\.|[^\]\\])*\]:/;

/** Wider gaps mean nothing, but would slow down each pattern that looks at spaces. */
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

/** Numeric entities that Markdown renders as a bracket, digit or question mark. */
const NUMBERED = /&#(?:0*(\d{2})|x0*([\da-f]{2}));/gi;
const DRAWN_AS_MARK = /^[\d?[\]]$/;
const BRACKETS: Readonly<Record<string, string>> = { l: '[', r: ']', q: '?' };

/** Resolves escaped brackets, as rendered. */
const withBrackets = (line: string): string =>
  line
    .replace(NUMBERED, (whole, decimal?: string, hex?: string) => {
      const character = String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16));
      return DRAWN_AS_MARK.test(character) ? character : whole;
    })
    .replace(/&(?:([lr])(?:brack|sqb)|(q)uest);/g, (whole, side?: string, question?: string) => {
      return BRACKETS[side ?? question ?? ''] ?? whole;
    });

/** Removes our marks in any notation: bare, escaped, as entities, as footnotes, or nested. */
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
