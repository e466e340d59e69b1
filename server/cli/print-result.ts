import type { ActResult } from '#server/product/operator/operator-act.ts';

/**
 * Prints several items as columns, and one as lines. The columns are those of the first item; further fields of
 * others are only in the JSON. A list of texts in a column is printed on separate lines.
 */
export function printResult(result: ActResult, asJson: boolean): string {
  if (asJson) return JSON.stringify(result, null, 2);
  if (isList(result)) return result.length === 0 ? 'Nothing.' : columns(result);
  return pairs(Object.entries(result));
}

/** False if a check found something wrong. */
export function isSound(result: ActResult): boolean {
  if (isList(result)) return result.every((row) => row['state'] !== 'wrong');
  return result['sound'] !== false;
}

const isList = (result: ActResult): result is Extract<ActResult, readonly unknown[]> => Array.isArray(result);

function columns(rows: readonly Readonly<Record<string, unknown>>[]): string {
  const names = Object.keys(rows[0] ?? {});
  // A single-column list, such as new codes, may be read by programs too.
  if (names.length === 1) return rows.map((row) => cell(row[names[0] ?? ''])).join('\n');
  const table = [names, ...rows.flatMap((row) => linesOf(names.map((name) => row[name])))];
  const widths = names.map((_name, index) => Math.max(...table.map((row) => row[index]?.length ?? 0)));
  return table
    .map((row) =>
      row
        .map((text, index) => text.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Formats one table row, in as many lines as its longest cell has. */
function linesOf(values: readonly unknown[]): string[][] {
  const cells = values.map((value) => (isTexts(value) ? value.map(cell) : [cell(value)]));
  const height = Math.max(1, ...cells.map((lines) => lines.length));
  return Array.from({ length: height }, (_line, at) => cells.map((lines) => lines[at] ?? ''));
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

function pairs(entries: readonly (readonly [string, unknown])[]): string {
  const width = Math.max(0, ...entries.map(([name]) => name.length));
  return entries.map(([name, value]) => `${name.padEnd(width)}  ${cell(value)}`.trimEnd()).join('\n');
}

/** Strips control characters, which terminals would interpret: names can contain anything. */
function cell(value: unknown): string {
  return toText(value).replace(/\p{Cc}/gu, ' ');
}

function toText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'string' ? value : JSON.stringify(value);
}
