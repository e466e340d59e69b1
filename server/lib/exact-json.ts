declare global {
  // In Node since version 21, but not yet in TypeScript's library:
  // https://github.com/tc39/proposal-json-parse-with-source
  interface JSON {
    parse(
      text: string,
      reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
    ): unknown;
    /** Returns an object that serializes to exactly this text. */
    rawJSON(text: string): object;
  }
}

/** Significant decimal digits that a double always preserves. */
const EXACT_DIGITS = 15;
const MAY_BE_LONG = /[\d.]{16}/;

/**
 * Like JSON.parse, but a number that JavaScript would round, such as a long key, becomes an object that
 * JSON.stringify writes with all its digits.
 */
export function parseExact(text: string): unknown {
  if (!MAY_BE_LONG.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_key, value: unknown, { source = '' }) =>
    typeof value === 'number' && isRounded(source, value) ? JSON.rawJSON(source) : value,
  );
}

function isRounded(source: string, value: number): boolean {
  if (/^-?\d+$/.test(source)) return !Number.isSafeInteger(value);
  const digits = source
    .replace(/e.*$/i, '')
    .replace(/[-.]/g, '')
    .replace(/^0+|0+$/g, '');
  return digits.length > EXACT_DIGITS;
}
