/** Letters of right-to-left scripts. */
export const RTL = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

export const ISOLATE = '\u2068';
export const END_OF_ISOLATE = '\u2069';

/**
 * Wraps a text in Unicode isolates (FSI, PDI), so that its direction can't reorder its neighbours: without them
 * the day of a date ends up on the other side of an Arabic title.
 */
export const setApart = (text: string): string => `${ISOLATE}${text}${END_OF_ISOLATE}`;

const SIGNED = /(?<![\p{L}\p{N}])[-−+](?=\p{N})/gu;

/** Keeps signs on the left of their numbers in right-to-left text, by left-to-right marks as `Intl` writes them. */
export const signsBefore = (text: string): string => text.replace(SIGNED, '\u200e$&');

/** Isolated text doesn't decide the direction of a paragraph. */
const withoutIsolated = (text: string): string => text.replace(/\u2068[^\u2069]*\u2069/g, '');

export const FIRST_LETTER = /\p{L}/u;

/** Direction of a paragraph or a table, by its first letter outside isolates. */
export function startsRightToLeft(text: string): boolean {
  return RTL.test(FIRST_LETTER.exec(withoutIsolated(text))?.[0] ?? '');
}
