// `0-14/*`, `0-14/100`, `*/0`: the range of rows sent, and the total. `rows` is the number on the page.
export function contentRange(range: {
  readonly offset: number;
  readonly rows: number;
  readonly total: number | null;
}): string {
  const { offset, rows, total } = range;
  const isEmpty = rows === 0 || total === 0;
  return `${isEmpty ? '*' : `${offset}-${offset + rows - 1}`}/${total ?? '*'}`;
}

/** 206 if the total is known and the page is only a part of it. */
export function rangeStatus(rows: number, total: number | null): 200 | 206 {
  return total !== null && rows < total ? 206 : 200;
}
