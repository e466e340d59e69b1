import Papa from 'papaparse';
import { invalidBody } from '../respond/request-errors.ts';

/** Marks null, because an empty cell is an empty string. */
const NULL = 'NULL';

/** Parses a CSV body into objects of strings, which PostgreSQL converts to the column types. Throws PGRST102. */
export function parseCsv(text: string): Record<string, string | null>[] {
  const { data, errors } = Papa.parse<string[]>(text.replace(/\r?\n$/, ''), { delimiter: ',' });
  const [problem] = errors;
  if (problem !== undefined) throw invalidBody(`Invalid CSV: ${problem.message}`);
  const [header, ...rows] = data;
  if (header === undefined || text.trim() === '') throw invalidBody('Empty or invalid csv');
  if (rows.some((row) => row.length !== header.length)) {
    throw invalidBody('All lines must have same number of fields');
  }
  return rows.map((row) =>
    Object.fromEntries(
      header.map((name, at) => {
        const cell = row[at] ?? NULL;
        return [name, cell === NULL ? null : cell];
      }),
    ),
  );
}
