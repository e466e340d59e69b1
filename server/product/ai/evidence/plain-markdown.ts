/**
 * A model's Markdown without anything that leads somewhere: no pictures, no links, no HTML, no bare addresses, and none
 * of the marks that only the engine sets (`[1]`, `[?]`). What a link said stays as text, and so does a mail address.
 */
export function plainMarkdown(markdown: string): string {
  return markdown
    .split('\n')
    .filter((line) => !/^\s*\[[^\]]{1,100}\]:\s/.test(line))
    .map(plainLine)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Wider gaps say nothing more, and each pattern that looks at spaces would look at all of them again and again. */
const WIDE_GAP = /\s{33,}/g;

/** In front of the sign, so that what is left of it is no name of a mailbox to whoever draws links of such. */
const MAIL_SIGN = /(?<=[\w.+-])@(?=[\w-])/g;

function plainLine(line: string): string {
  return line
    .replace(WIDE_GAP, ' ')
    .replace(/!\[([^\][]{0,300})\](\([^()]{0,2000}\)|\[[^\][]{0,100}\])?/g, '$1')
    .replace(/\[([^\][]{1,300})\]\([^()]{0,2000}\)/g, '$1')
    .replace(/<\/?[a-z!][^<>]{0,1000}>?/gi, '')
    .replace(/\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s)\]]+/gi, '')
    .replace(/\bwww\.[^\s)\]]+/gi, '')
    .replace(/\[(?:\d{1,3}|\?)\]/g, '')
    .replace(MAIL_SIGN, '\u200b@');
}

/**
 * Foreign text inside Markdown of ours: none of its characters means anything there. An address would be drawn as a
 * link by its letters alone, however they are escaped: a character that nobody sees divides it. It must come after any
 * cleaning.
 */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_{}[\]<>#|~!&]/g, '\\$&')
    .replace(/^([-+=]|\d+[.)])/, '\\$1')
    .replace(/:\/\//g, ':\u200b//')
    .replace(/\bwww\./gi, 'www\u200b.')
    .replace(MAIL_SIGN, '\u200b@');
}

/** An address as the target of a link: what would end it is written otherwise. */
export function linkTarget(url: string): string {
  return url.replace(/[()<>\s\\]/g, (character) => encodeURIComponent(character).replace(/[()]/g, toHex));
}

function toHex(character: string): string {
  return `%${character.charCodeAt(0).toString(16)}`;
}
