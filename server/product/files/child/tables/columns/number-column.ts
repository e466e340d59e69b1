import type { TableIssue } from '#domain/analysis/table-issue.ts';
import { currenciesOf } from '#server/lib/currencies.ts';
import { type Column, mapCells } from '../grid.ts';
import { type DecimalMark, decimalMarkOf, readNumber, takeApart, type WrittenNumber } from './read-number.ts';
import { remembered } from './remembered.ts';
import { areMost, readCells, type TypedColumn, type WrittenColumn } from './typed-column.ts';

/** A column of numbers; null if it is none. */
export function numberColumn(column: WrittenColumn, hasDecimalCommas: boolean): TypedColumn | null {
  const { label, cells, sample } = column;
  const parts = sample.flatMap((cell) => takeApart(cell) ?? []);
  if (!areMost(parts.length, sample.length) || areCodes(sample)) return null;
  const told = parts.map(({ digits }) => decimalMarkOf(digits));
  const count = (mark: DecimalMark): number => told.filter((each) => each === mark).length;
  const [points, commas] = [count('.'), count(',')];
  const isTold = points + commas > 0;
  const mark: DecimalMark = (isTold ? commas > points : hasDecimalCommas) ? ',' : '.';
  const issues: TableIssue[] = [];
  const either = isTold
    ? undefined
    : sample.find((cell) => decimalMarkOf(takeApart(cell)?.digits ?? '') === 'either');
  if (either !== undefined) {
    const read = readNumber(either, mark) ?? 0;
    issues.push({ key: 'ambiguous_numbers', params: { column: label, example: either, read_as: read } });
  }
  // The first spelling of each unit, including one that occurs in a few cells only.
  const written = new Map<string, string>();
  // The first cell of each notation that says less, or more, than its digits.
  const notations = new Map<NonNullable<WrittenNumber['notation']>, string>();
  let marked: string | null = null;
  const { values, issue } = readCells(column, (cell) =>
    readNumber(cell, mark, (number) => {
      const name = nameOfUnit(number.unit);
      if (number.unit !== '' && !written.has(name)) written.set(name, number.unit);
      if (number.notation !== null && !notations.has(number.notation)) notations.set(number.notation, cell);
      if (number.isMarked) marked ??= cell;
    }),
  );
  for (const [notation, example] of notations)
    issues.push(
      notation === 'exponent'
        ? { key: 'rounded_numbers', params: { column: label, example } }
        : {
            key: 'short_numbers',
            params: { column: label, example, read_as: readNumber(example, mark) ?? 0 },
          },
    );
  if (marked !== null) issues.push({ key: 'marked_cells', params: { column: label, example: marked } });
  const found = [...written.values()];
  const bare = found.length === 1 && found[0] === '%' ? bareIn(cells) : undefined;
  if (found.length > 1)
    issues.push({ key: 'mixed_units', params: { column: label, units: found.toSorted().join(', ') } });
  if (bare !== undefined)
    issues.push({ key: 'units_in_part', params: { column: label, unit: '%', example: bare } });
  const areApart = found.length > 1 || bare !== undefined;
  const unitOf = (cell: string): string | null =>
    written.get(nameOfUnit(takeApart(cell)?.unit ?? '')) ?? null;
  return {
    label,
    type: 'number',
    unit: areApart ? null : (found[0] ?? null),
    values,
    units: areApart ? mapCells(cells, remembered(unitOf)) : null,
    issues: [...issues, ...issue],
  };
}

/** The first number without a unit among others with one. Zero is the same in any unit. */
function bareIn(cells: Column): string | undefined {
  const isBare = remembered((cell) => {
    const number = takeApart(cell);
    return number?.unit === '' && /[1-9]/.test(number.digits);
  });
  for (let row = 0; row < cells.length; row += 1) if (isBare(cells.at(row))) return cells.at(row);
  return undefined;
}

/** Unifies € and EUR, and variants such as Stk and Stk. */
function nameOfUnit(unit: string): string {
  const currencies = currenciesOf(unit);
  return currencies.length > 0 ? currencies.join() : unit.replace(/\.$/, '');
}

/** Postcodes, account numbers: digits only, all of one length, some with a leading zero. */
function areCodes(sample: readonly string[]): boolean {
  const [first = ''] = sample;
  return (
    sample.some((cell) => /^0\d/.test(cell)) &&
    sample.every((cell) => cell.length === first.length && /^\d+$/.test(cell))
  );
}
