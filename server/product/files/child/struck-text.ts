const MARK = '~~';

/**
 * Adds struck text to a line, marked as in Markdown: what is struck in a contract is what no longer holds. Programs save
 * a sentence in several pieces, which become one.
 */
export function addStruck(line: string, text: string): string {
  if (text.trim() === '') return line + text;
  return `${line.endsWith(MARK) ? line.slice(0, -MARK.length) : line + MARK}${text}${MARK}`;
}
