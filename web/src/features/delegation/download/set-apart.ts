/** Letters of scripts that run from right to left. */
export const RTL = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

/**
 * Between signs that nobody sees, so that it runs in its own direction and turns nothing round that stands beside it:
 * without them the day of a date lands on the other side of an Arabic title.
 */
export const setApart = (text: string): string => `\u2068${text}\u2069`;

/** What is set apart has no say in the direction of the whole. */
export const withoutIsolated = (text: string): string => text.replace(/\u2068[^\u2069]*\u2069/g, '');
