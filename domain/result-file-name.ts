/** File systems allow 255 bytes, and a letter takes up to four in UTF-8. */
const SLUG_LENGTH = 50;

/** File name of a downloaded answer: title as a slug and time, such as `check-tyres-20261120-0914.txt`. */
export function toFileName(title: string, moment: Date, extension: string): string {
  return `${toSlug(title) || 'task'}-${toStamp(moment)}.${extension}`;
}

/** Keeps letters and digits of any script, drops accents, turns all else into hyphens, and ends with a whole word. */
function toSlug(title: string): string {
  const slug = title
    .normalize('NFKD')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  const letters = Array.from(slug);
  if (letters.length <= SLUG_LENGTH) return slug;
  // One letter more shows whether a word ends there. One long word, or a script without spaces, is cut.
  const cut = letters.slice(0, SLUG_LENGTH + 1).join('');
  const end = cut.lastIndexOf('-');
  return end > SLUG_LENGTH / 2 ? cut.slice(0, end) : letters.slice(0, SLUG_LENGTH).join('');
}

function toStamp(moment: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  const day = `${moment.getFullYear()}${two(moment.getMonth() + 1)}${two(moment.getDate())}`;
  return `${day}-${two(moment.getHours())}${two(moment.getMinutes())}`;
}
