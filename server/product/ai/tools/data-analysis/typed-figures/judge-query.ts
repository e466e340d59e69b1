import type { LanguageCode } from '#domain/languages.ts';
import { type ColumnFacts, type TableFacts, unitsLabel } from '../../../../files/table-facts.ts';
import { findForeignNumber, wholeDates } from '../../../evidence/numbers-in.ts';
import { TRUTHS } from './check-value.ts';
import { type Allowed, TypedFigure } from './found.ts';
import { knownNumbers } from './known-numbers.ts';
import { findReckonedText } from './reckoned-texts.ts';
import { assertNoFigures } from './select-lists.ts';
import { isOne, nodesOf, type Token, tokensOf } from './sql-nodes.ts';

/** The person's words, and their date. */
export interface AskedTask {
  readonly texts: readonly string[];
  readonly language: LanguageCode;
  /** `2026-11-20` */
  readonly today: string;
}

/**
 * Returns why a result isn't computed from the tables, worded for the planner; null if it is. Works on tokens and
 * brackets, because SQLite has accepted the query before.
 */
export function judgeQuery(sql: string, tables: readonly TableFacts[], task: AskedTask): string | null {
  const tokens = tokensOf(sql);
  const nodes = nodesOf(tokens);
  const columns = tables.flatMap((table) => table.columns);
  const strange = tokens.find((token) => isStrange(token, columns));
  if (strange) return `${strange.text} cannot be used: ask it with plain SELECT, JOIN, WITH and CASE`;
  const known = { texts: task.texts, dates: wholeDates([task.today]) };
  const allowed: Allowed = {
    ...knownNumbers(
      task,
      tables.filter(({ name }) => tokens.some(({ text }) => text.toLowerCase() === name)),
    ),
    isTold: (text) => findForeignNumber(text, known) === null,
    limits: limitsIn(tokens),
    labels: new Set(),
  };
  try {
    if (!assertNoFigures(nodes, allowed))
      return 'no column of its result comes from a table: what is written into a query is no result';
  } catch (error) {
    if (!(error instanceof TypedFigure)) throw error;
    return `${error.message}: every number has to be computed from columns of the tables, and may be changed by numbers that the task names, and by units that are turned into one another, alone`;
  }
  const text = findReckonedText(nodes, tokens, tables, allowed.labels);
  if (text !== null)
    return `${text} holds texts, not numbers: they cannot be reckoned with, nor by a CAST, nor be more or less than a number`;
  const mixed = findMixed(tokens, tables);
  return mixed === null
    ? null
    : `${mixed.column} is in different units, which ${mixed.units} names row by row: group by ${mixed.units}, or choose one of them`;
}

/** Rejects what no figure of a report needs: parameters, blobs, typed rows, row ids, bit arithmetic and JSON. */
function isStrange(token: Token, columns: readonly ColumnFacts[]): boolean {
  if (token.is === 'foreign' || isOne(token, 'values', '~', '&', '|', '<<', '>>', '->', '->>')) return true;
  return (
    /^(?:rowid|oid|_rowid_)$/i.test(token.text) &&
    token.is !== 'text' &&
    !columns.some(({ name }) => name === token.text)
  );
}

/** Returns the numbers after a comparison. */
function limitsIn(tokens: readonly Token[]): ReadonlySet<number> {
  const compared = tokens.filter((_token, at) => isOne(tokens[at - 1], ...TRUTHS, 'when'));
  const isTyped = ({ is }: Token): boolean => is === 'number' || is === 'text';
  return new Set(
    compared.filter(isTyped).flatMap(({ text }) => (text.match(/\d+(?:\.\d+)?/g) ?? []).map(Number)),
  );
}

type Table = Pick<TableFacts, 'columns'>;
type Column = Pick<ColumnFacts, 'name' | 'label'>;

/** Returns the column with the unit of each row; undefined: one unit for all. */
export function unitsColumnOf({ label }: Column, { columns }: Table): ColumnFacts | undefined {
  return columns.find((each) => each.label === unitsLabel(label));
}

/** Finds a column in mixed units that a query uses without its units column, which would add grams to kilograms. */
function findMixed(
  tokens: readonly Token[],
  tables: readonly Table[],
): { column: string; units: string } | null {
  const named = new Set(tokens.map(({ text }) => text.toLowerCase()));
  const isNamed = ({ name }: Column): boolean => named.has(name.toLowerCase());
  for (const table of tables) {
    for (const column of table.columns.filter(isNamed)) {
      const units = unitsColumnOf(column, table);
      if (units !== undefined && !isNamed(units)) return { column: column.name, units: units.name };
    }
  }
  return null;
}
