import { type Figure, figuresIn } from '../evidence/figures.ts';
import { evaluate } from './evaluate.ts';

/** Factors between units of one thing: percent, the multiples of a thousand, and the parts of a day, week and year. */
const SCALES: ReadonlySet<number> = new Set([7, 12, 24, 60, 100, 1e3, 1e6, 1e9, 1e12]);

/**
 * True if expressions, separated by semicolons, yield each of these figures from figures of the quotes: the part of a
 * second reader's verdict that code can decide. Of an expression, one operand may be a change of unit.
 */
export function computes(expression: string, figures: readonly Figure[], quotes: readonly string[]): boolean {
  const said = new Set(quotes.flatMap(figuresIn).flatMap(({ values }) => values));
  const results = expression.split(';').flatMap((part) => {
    const value = computeFrom(part, said);
    return value === null ? [] : [Math.abs(value)];
  });
  return figures.length > 0 && figures.every((figure) => results.some((result) => rounds(result, figure)));
}

/** Computes an expression of these figures; null if it can't be done, or has other operands than them and a change of unit. */
export function computeFrom(expression: string, figures: ReadonlySet<number>): number | null {
  const result = evaluate(expression);
  const others = result?.operands.map(Number).filter((operand) => !figures.has(operand)) ?? [];
  const isBacked =
    result !== null &&
    others.length < result.operands.length &&
    others.length <= 1 &&
    others.every((operand) => SCALES.has(operand));
  return isBacked ? result.value : null;
}

/** True if a value is written like this, rounded as it is written: to its decimals, or to two digits and more. */
function rounds(value: number, { values, decimals }: Figure): boolean {
  return values.some((written) => {
    const digits = String(written).replace('.', '').replace(/^0+/, '').replace(/0+$/, '').length;
    const isSame = Math.abs(value - written) < 10 ** -decimals / 2 + 1e-9;
    return isSame || (digits >= 2 && Number(value.toPrecision(digits)) === written);
  });
}
