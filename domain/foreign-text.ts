/** The `@` of an email address; a break inserted before it keeps autolinkers from matching. */
export const MAIL_SIGN = /(?<=[\w.+-])@(?=[\w-])/g;

/** A footnote mark, which would be shown as one of our citations, `[2]`, or as `[?]`. */
const FOOTNOTE = /\[(?=(?:\d{1,3}|\?)\])/g;

/** Removes a page's own footnote marks: in a quote they would refer to unrelated sources. */
export function withoutFootnotes(text: string): string {
  return text.replace(/\s?(?:\[(?:\d{1,3}|\?)\])+/g, '').trim();
}

/**
 * Escapes foreign text for our Markdown. Invisible characters additionally break up footnote marks, which would
 * look like our citations, and addresses, which are linked even when escaped. Apply after any cleaning.
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

/** Encodes a URL as a link target: escapes the characters that would end it. */
export function linkTarget(url: string): string {
  return url.replace(/[()<>\s\\]/g, (character) => encodeURIComponent(character).replace(/[()]/g, toHex));
}

function toHex(character: string): string {
  return `%${character.charCodeAt(0).toString(16)}`;
}
