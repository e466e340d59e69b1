/** First digits of the scripts whose digits the languages of the product use. */
const ZEROS = [0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xbe6, 0xc66, 0x1040, 0xe50, 0xff10];

/**
 * Each number of a text, with all that it may mean: 1.234 is one thousand and more in German, and little more than
 * one in English. Digits of other scripts are read too.
 */
function numbersIn(text: string): ReadonlySet<string>[] {
  const found =
    asciiDigits(text).match(/\d{1,3}(?:[ \u00a0\u202f'’]\d{3})+(?:[.,]\d+)?|\d+(?:[.,:]\d+)*/g) ?? [];
  return found.map(readingsOf);
}

/** Whether every number of a sentence stands somewhere in the texts. Answers the first that does not. */
export function findForeignNumber(sentence: string, texts: readonly string[]): string | null {
  const wanted = numbersIn(sentence);
  if (wanted.length === 0) return null;
  const known = new Set(texts.flatMap(numbersIn).flatMap((readings) => [...readings]));
  const foreign = wanted.find((readings) => ![...readings].some((reading) => known.has(reading)));
  return foreign ? ([...foreign][0] ?? '') : null;
}

/** Digits of other scripts as 0 to 9. They are one unit long in both: places stay where they are. */
export function asciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, toAscii);
}

function toAscii(digit: string): string {
  const point = digit.codePointAt(0) ?? 0;
  const zero = ZEROS.find((first) => point >= first && point < first + 10);
  return zero === undefined ? digit : String(point - zero);
}

function readingsOf(written: string): ReadonlySet<string> {
  const token = written.replace(/[ \u00a0\u202f'’]/g, '');
  if (token.includes(':')) return new Set([token]);
  const marks = [...token.matchAll(/[.,]/g)].map((match) => match[0]);
  const readings = new Set<string>();
  const asWhole = token.replace(/[.,]/g, '');
  const groups = token.split(/[.,]/);
  const isGrouped = groups.slice(1).every((group) => group.length === 3);
  // All marks divide thousands.
  if (marks.length === 0 || (isGrouped && new Set(marks).size === 1)) readings.add(canonical(asWhole));
  // The last mark divides the decimals.
  if (marks.length > 0 && (marks.length === 1 || marks.at(-1) !== marks[0])) {
    const whole = groups.slice(0, -1).join('');
    readings.add(canonical(`${whole}.${groups.at(-1) ?? ''}`));
  }
  // A date or a version: 1.11.2026. Its parts are what is compared, by whoever writes it otherwise.
  if (readings.size === 0) readings.add(token);
  return readings;
}

function canonical(number: string): string {
  const [whole = '', decimals = ''] = number.split('.');
  const plain = whole.replace(/^0+(?=\d)/, '');
  const rest = decimals.replace(/0+$/, '');
  return rest === '' ? plain : `${plain}.${rest}`;
}
