/** What lists begin their lines with: "- ", "* ", "1. ", "2) ", "[ ] ", "☐ ". */
const BULLET = /^(?:(?:[-*+•–—☐☑✓]|\d{1,3}[.)])\s+)?(?:\[[ xX]?\]\s+)?/u;

/** The tasks of a text of several lines, without blank lines and bullets. */
export function splitLines(text: string): string[] {
  return text
    .split(/\r\n|[\r\n\u2028\u2029]/)
    .map((line) => line.trim().replace(BULLET, '').trim())
    .filter((line) => line !== '');
}
