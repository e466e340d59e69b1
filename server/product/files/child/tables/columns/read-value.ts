import { dayOrderOf } from './read-date.ts';
import { looksLikeNumber } from './read-number.ts';

/** True if a cell holds a number or a date. */
export const isValue = (cell: string): boolean => looksLikeNumber(cell) || dayOrderOf(cell) !== null;
