import type { Cell } from '#domain/analysis/analysis.ts';

/** The distinct values of a column, in the order in which they first occur, and how often each does. */
export interface Counted {
  readonly values: readonly Cell[];
  readonly counts: readonly number[];
  /** The place of each row's value among the distinct ones. */
  readonly places: Uint32Array;
}

/** Counts values. Numbers have an index of their own: a Map takes ten times as long for some millions. */
export function countValues(cells: readonly Cell[]): Counted {
  const places = new Uint32Array(cells.length);
  const values: Cell[] = [];
  const counts: number[] = [];
  const known = new Map<Cell, number>();
  const numbers = new NumberIndex(cells.length);
  for (let row = 0; row < cells.length; row += 1) {
    const value = cells[row] ?? null;
    const isNumber = typeof value === 'number';
    let place = isNumber ? numbers.placeOf(value) : known.get(value);
    if (place === undefined) {
      place = values.push(value) - 1;
      counts.push(0);
      if (isNumber) numbers.add(value, place);
      else known.set(value, place);
    }
    counts[place] = (counts[place] ?? 0) + 1;
    places[row] = place;
  }
  return { values, counts, places };
}

/** Different numbers of a column for which there is room from the start. */
const ROOM = 16_384;

/** Finds the place of a number in a table of open addresses that is at most half full. */
class NumberIndex {
  #keys: Float64Array;
  /** One more than the place; 0 where there is none. */
  #places: Uint32Array;
  #size = 0;

  /** Growing takes longer than to have room from the start, but few columns of very many rows differ in all of them. */
  constructor(rows: number) {
    const room = 2 ** Math.ceil(Math.log2(Math.max(16, 2 * Math.min(rows, ROOM))));
    this.#keys = new Float64Array(room);
    this.#places = new Uint32Array(room);
  }

  placeOf(key: number): number | undefined {
    const place = this.#places[this.#slotOf(key)] ?? 0;
    return place === 0 ? undefined : place - 1;
  }

  add(key: number, place: number): void {
    if (this.#size * 2 >= this.#keys.length) this.#grow();
    const slot = this.#slotOf(key);
    this.#keys[slot] = key;
    this.#places[slot] = place + 1;
    this.#size += 1;
  }

  /** Where a number is, or would be. */
  #slotOf(key: number): number {
    const [keys, places] = [this.#keys, this.#places];
    const mask = keys.length - 1;
    let slot = hashOf(key) & mask;
    while (places[slot] !== 0 && keys[slot] !== key) slot = (slot + 1) & mask;
    return slot;
  }

  #grow(): void {
    const [keys, places] = [this.#keys, this.#places];
    this.#keys = new Float64Array(keys.length * 2);
    this.#places = new Uint32Array(keys.length * 2);
    for (let at = 0; at < places.length; at += 1) {
      const place = places[at] ?? 0;
      if (place === 0) continue;
      const key = keys[at] ?? 0;
      const slot = this.#slotOf(key);
      this.#keys[slot] = key;
      this.#places[slot] = place;
    }
  }
}

const number = new Float64Array(1);
const halves = new Uint32Array(number.buffer);

/** Mixes the bits of a number, so that those that follow each other, or are alike, spread. */
function hashOf(key: number): number {
  // Both zeros are one number.
  number[0] = key + 0;
  const mixed = Math.imul((halves[0] ?? 0) ^ Math.imul(halves[1] ?? 0, 0x9e3779b1), 0x85ebca6b);
  const more = Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35);
  return more ^ (more >>> 16);
}
