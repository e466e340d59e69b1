import { withoutFootnotes } from '#domain/foreign-text.ts';
import { datesIn } from '#server/lib/dates-in.ts';
import { formatValue } from '../language/format-value.ts';
import { computeFrom } from '../second-reader/computes.ts';
import type { Claim } from './claim.ts';
import { figuresIn } from './figures.ts';

/** A figure of a claim by the name that a writer computes with: `c5`, or `c3.2` where the claim has several. */
export interface NamedFigure {
  readonly name: string;
  readonly value: number;
}

/** A computed figure as shown, and the ids of the claims that it rests on. */
export interface ComputedFigure {
  readonly shown: string;
  readonly ids: readonly string[];
}

/** A computation in a writer's text: `{{= c5 - c6 | round:1}}`. */
export const COMPUTATION = /\{\{\s*=?\s*([^{}\n]{1,200}?)\s*\}\}/g;

const NAME = /\b(c\d{1,4})(?:\.(\d{1,2}))?\b/g;

/**
 * The figures of a claim that stand in its quote, too. Dates are none, and neither is what may be a thousand or a decimal
 * in the language of the text.
 */
export function namedFigures({ id, text, quote }: Claim, language: string): NamedFigure[] {
  const said = new Set(figuresIn(withoutFootnotes(quote)).flatMap(({ values }) => values));
  const dates = datesIn(text);
  const numbers = figuresIn(text)
    .filter(({ from, to }) => !dates.some((date) => from < date.to && to > date.from))
    .flatMap(({ written, values: [whole = 0, ...others] }) =>
      others.length === 0 || written.includes(thousandsMark(language)) ? whole : [],
    )
    .filter((value) => said.has(value));
  return numbers.map((value, at) => ({ name: numbers.length === 1 ? id : `${id}.${at + 1}`, value }));
}

const thousandsMark = (language: string): string =>
  new Intl.NumberFormat(language).formatToParts(1_234_567).find(({ type }) => type === 'group')?.value ?? ',';

/** Computes `c5 - c6 | round:1` over figures of claims; null if it can't be done, or is of other figures than theirs. */
export function computeFigure(
  computation: string,
  claims: ReadonlyMap<string, Claim>,
  language: string,
): ComputedFigure | null {
  const [arithmetic = '', ...styles] = computation.split('|').map((part) => part.trim());
  const ids = new Set<string>();
  const operands = new Set<number>();
  const expression = arithmetic.replace(NAME, (name, id: string) => {
    const claim = claims.get(id);
    const figures = claim === undefined ? [] : namedFigures(claim, language);
    const figure = figures.find((each) => each.name === name);
    // Something that no expression is.
    if (figure === undefined) return '?';
    ids.add(id);
    operands.add(figure.value);
    return String(figure.value);
  });
  const value = ids.size === 0 ? null : computeFrom(expression, operands);
  const shown = value === null ? null : formatValue(value, styles, language, NO_UNIT);
  return shown === null ? null : { shown, ids: [...ids] };
}

/** Which unit a figure has is in the words around it. */
const NO_UNIT = { unit: '', mayBeShare: true, currencies: new Set<string>() };
