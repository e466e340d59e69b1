/** A cell, by its row and column from 0. */
interface Cell {
  readonly row: number;
  readonly column: number;
}

/** `B7`, from a row and a column that count from 0. */
export function placeOf({ row, column }: Cell): string {
  let letters = '';
  for (let left = column + 1; left > 0; left = Math.floor((left - 1) / 26))
    letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters;
  return `${letters}${row + 1}`;
}

/** `A1:C9`. */
export const rangeOf = (first: Cell, last: Cell): string => `${placeOf(first)}:${placeOf(last)}`;
