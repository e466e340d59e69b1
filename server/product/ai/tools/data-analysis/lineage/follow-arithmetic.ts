import { asNumber, type Made, product, together } from './made.ts';
import type { Expression } from './sql-tree.ts';

/** Seconds, minutes, hours, days, weeks and months in one another, and what a double or a third is. */
const FACTORS: ReadonlySet<number> = new Set([
  2, 3, 4, 7, 12, 24, 30, 52, 60, 365, 365.25, 1024, 1440, 3600, 86_400, 604_800,
]);
/** What a share is taken from, and what makes rounding of cutting off. */
const OFFSETS: ReadonlySet<number> = new Set([0, 0.5, 1, 100]);
/** Days and months are counted from one or from nothing. */
const MONTHS = 12;
const DAY = /^\d{4}-\d\d-\d\d/;

type Arithmetic = Extract<Expression, { is: 'arithmetic' }>;

/**
 * A number that a query has typed may turn one unit into another, or a value into the range that it lies in. Any other
 * changes a figure by what no table says.
 */
export function followArithmetic(value: Arithmetic, follow: (each: Expression) => Made): Made {
  const { sign } = value;
  // What is put together stays a text.
  const take = (each: Expression): Made => (sign === '||' ? follow(each) : asNumber(follow(each)));
  const left = take(value.left);
  const right = take(value.right);
  const both = { ...together([left, right]), ...(sign === '||' && { units: new Map() }) };
  const units = sign === '*' ? product(left, right, 1) : sign === '/' ? product(left, right, -1) : both.units;
  const typed = left.isData === right.isData ? both.typed : typedOf(value, left, right);
  return { ...both, typed, units: scaled(units, sign, left, right) };
}

/** Times one hundred, or one hundredth of it. */
function scaled(
  units: ReadonlyMap<string, number>,
  sign: Arithmetic['sign'],
  left: Made,
  right: Made,
): ReadonlyMap<string, number> {
  if (sign !== '*' && sign !== '/') return units;
  let hundreds = 0;
  for (const [at, { isData, typed }] of [left, right].entries()) {
    if (isData || typed.length !== 1) continue;
    const power = sign === '/' && at === 1 ? -1 : 1;
    if (Number(typed[0]) === 100) hundreds += power;
    if (Number(typed[0]) === 0.01) hundreds -= power;
  }
  return hundreds === 0 ? units : new Map([...units, ['%', (units.get('%') ?? 0) + hundreds]]);
}

/** Of a column and numbers: those that stay typed. */
function typedOf({ sign, left: first, right: second }: Arithmetic, left: Made, right: Made): string[] {
  const [data, other] = left.isData ? [left, right] : [right, left];
  const before = left.isData ? first : second;
  const within = [...operationsIn(before)];
  const isInverse = (text: string): boolean =>
    within.some((each) => each.number === Number(text) && each.sign === INVERSE[sign]);
  const kept = data.typed.filter((text) => !other.typed.includes(text) || !isInverse(text));
  const added = other.typed.filter((text) => {
    if (isInverse(text)) return false;
    const number = Number(text);
    if (sign === '*' || sign === '/') return !isFactor(number, sign);
    if (sign === '||') return !/^0?1$/.test(text);
    if (sign === '%') return false;
    const isPartOfDay = DAY.test(text) || (Number.isInteger(number) && number <= MONTHS);
    const isOffset = OFFSETS.has(number) || (isPartOfDay && isOfDays(before));
    // The last number of a range, behind its first.
    return !isOffset && !within.some((each) => each.sign === '*' && Math.abs(each.number - number) <= 1);
  });
  return [...new Set([...kept, ...added])];
}

const INVERSE: Readonly<Record<Arithmetic['sign'], Arithmetic['sign'] | null>> = {
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': null,
  '||': null,
};

function isFactor(number: number, sign: '*' | '/'): boolean {
  if (FACTORS.has(number)) return true;
  const [digits] = number.toExponential().split('e');
  // Ranges are as wide as people count: 5, 20, 250.
  return digits === '1' || (sign === '/' && ['2', '2.5', '5'].includes(digits ?? ''));
}

/** Numbers that something is multiplied by, divided by, and so on. */
function* operationsIn(value: Expression): Generator<{ sign: Arithmetic['sign']; number: number }> {
  if (value.is === 'call') for (const each of value.given) yield* operationsIn(each);
  if (value.is !== 'arithmetic') return;
  for (const side of [value.left, value.right]) {
    if (side.is === 'number') yield { sign: value.sign, number: Number(side.text) };
    yield* operationsIn(side);
  }
}

/** Whether it is a part of a day: its month, its weekday. */
function isOfDays(value: Expression): boolean {
  if (value.is === 'call' && value.name === 'cast') return value.given.some(isOfDays);
  if (value.is === 'call') return /^(?:strftime|julianday|substr|substring)$/.test(value.name);
  return value.is === 'arithmetic' && (isOfDays(value.left) || isOfDays(value.right));
}
