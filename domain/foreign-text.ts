/** In front of the sign, so that what is left of it is no name of a mailbox to whoever draws links of such. */
export const MAIL_SIGN = /(?<=[\w.+-])@(?=[\w-])/g;

/** A footnote's mark: the screen takes it for one of the engine's citations, `[2]`, or for its `[?]`. */
const FOOTNOTE = /\[(?=(?:\d{1,3}|\?)\])/g;

/** Marks of a page's own footnotes: beside a quote they would name sources that have nothing to do with it. */
export function withoutFootnotes(text: string): string {
  return text.replace(/\s?(?:\[(?:\d{1,3}|\?)\])+/g, '').trim();
}

/**
 * Foreign text inside Markdown of ours: none of its characters means anything there. A footnote's mark is none of our
 * citations: a character that nobody sees divides it too. An address would be drawn as a
 * link by its letters alone, however they are escaped: a character that nobody sees divides it. It must come after any
 * cleaning.
 */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(FOOTNOTE, '[\u2060')
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
