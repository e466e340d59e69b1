const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}\uff01-\uff60]/u;
const NO_WIDTH = /\p{M}|\p{Cf}/u;

/** Estimates the width of a text in pixels: a picture is laid out before any font is known. */
export function widthOf(text: string, size: number): number {
  const ems = Array.from(text, (sign) => (NO_WIDTH.test(sign) ? 0 : WIDE.test(sign) ? 1.05 : 0.58));
  return ems.reduce<number>((sum, each) => sum + each, 0) * size;
}

/** How many letters of one width a text is as wide as. */
export const lettersIn = (text: string): number =>
  Array.from(text).reduce((sum, sign) => sum + (NO_WIDTH.test(sign) ? 0 : WIDE.test(sign) ? 2 : 1), 0);

/** Breaks a text into as many lines as there may be; what is left over becomes "…". */
export function breakText(text: string, size: number, width: number, most: number): string[] {
  const lines: string[] = [];
  let rest = text.trim();
  while (rest !== '' && lines.length < most) {
    const isLast = lines.length === most - 1;
    const fitting = startOf(rest, size, width);
    const isWhole = fitting.length === rest.length;
    const space = fitting.lastIndexOf(' ');
    const isBroken = !isWhole && !isLast && space > 0 && rest[fitting.length] !== ' ';
    const line = isBroken ? fitting.slice(0, space) : fitting;
    rest = rest.slice(line.length).trim();
    lines.push(isLast && !isWhole ? `${startOf(line, size, width - size).trim()}…` : line.trim());
  }
  return lines;
}

/** As many letters as fit, and at least one. */
function startOf(text: string, size: number, width: number): string {
  let start = '';
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (start !== '' && widthOf(start + segment, size) > width) break;
    start += segment;
  }
  return start;
}
