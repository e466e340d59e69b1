/** A cell, by its row and column from 0. */
export interface Cell {
  readonly row: number;
  readonly column: number;
}

/** `B7`, from a row and a column that count from 0. */
export const placeOf = ({ row, column }: Cell): string => `${lettersOf(column)}${row + 1}`;

/** `AB`, from a column that counts from 0. */
export function lettersOf(column: number): string {
  let letters = '';
  for (let left = column + 1; left > 0; left = Math.floor((left - 1) / 26))
    letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters;
  return letters;
}

/** `A1:C9`. */
export const rangeOf = (first: Cell, last: Cell): string => `${placeOf(first)}:${placeOf(last)}`;

/** Column of a place such as `AB12`, from 0. */
export function columnOf(place: string): number {
  let column = 0;
  for (let at = 0; at < place.length; at += 1) {
    const letter = place.charCodeAt(at) & 0x5f;
    if (letter < 65 || letter > 90) break;
    column = column * 26 + letter - 64;
  }
  return column - 1;
}

/** Row of a place such as `AB12`, from 0. */
export const rowOf = (place: string): number => Number(place.replace(/\D/g, '')) - 1;
