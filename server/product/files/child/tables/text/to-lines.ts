/** The record separator of ASCII: ends rows, in files that have it. */
export const RECORD_END = '\u001e';

/** A text whose lines end in `\n`, whatever they ended in. */
export const toLines = (text: string): string => text.replace(/\r\n?/g, '\n').replaceAll(RECORD_END, '\n');
