const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/;

/** Compares like PostgreSQL: exact for any number of digits, `NaN` last. */
export function compareDecimals(left: string, right: string): number {
  const [a, b] = [Number(left), Number(right)];
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
  if (a !== b) return a < b ? -1 : 1;
  // Different numbers can round to the same double.
  const scale = Math.max(placesOf(left), placesOf(right));
  const [exactLeft, exactRight] = [scaled(left, scale), scaled(right, scale)];
  return exactLeft < exactRight ? -1 : exactLeft > exactRight ? 1 : 0;
}

/** Counts the decimal places. */
function placesOf(text: string): number {
  const [, , , fraction = '', exponent = '0'] = DECIMAL.exec(text) ?? [];
  return fraction.length - Number(exponent);
}

function scaled(text: string, places: number): bigint {
  const [, sign = '', whole = '0', fraction = ''] = DECIMAL.exec(text) ?? [];
  return BigInt(sign + whole + fraction) * 10n ** BigInt(places - placesOf(text));
}
