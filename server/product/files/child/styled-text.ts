import { raisedText } from './raised-text.ts';

/** How a piece of text is drawn, where that changes what it says. */
export interface TextStyle {
  readonly isRaised: boolean;
  readonly isStruck: boolean;
}

/** Adds a piece of text to its line. */
export function addText(line: string, text: string, { isRaised, isStruck }: TextStyle): string {
  const shown = isRaised ? raisedText(text) : text;
  return isStruck ? addStruck(line, shown) : line + shown;
}

const MARK = '~~';

/**
 * Adds struck text, marked as in Markdown: what is struck in a contract is what no longer holds. Programs save a sentence
 * in several pieces, which become one.
 */
function addStruck(line: string, text: string): string {
  if (text.trim() === '') return line + text;
  return `${line.endsWith(MARK) ? line.slice(0, -MARK.length) : line + MARK}${text}${MARK}`;
}
