import { invalidBody } from '../respond/request-errors.ts';

/** Kinds of request body. The last three are passed to a function unparsed, as its only argument. */
export type ContentKind = 'json' | 'csv' | 'form' | 'text' | 'xml' | 'bytea';

const KINDS: ReadonlyMap<string, ContentKind> = new Map([
  ['application/json', 'json'],
  ['application/vnd.pgrst.object+json', 'json'],
  ['application/vnd.pgrst.array+json', 'json'],
  ['text/csv', 'csv'],
  ['application/x-www-form-urlencoded', 'form'],
  ['text/plain', 'text'],
  ['text/xml', 'xml'],
  ['application/octet-stream', 'bytea'],
]);

/** Kinds of body that a table and a function accept. */
const TAKEN = {
  table: ['json', 'csv', 'form'],
  function: ['json', 'form', 'text', 'xml', 'bytea'],
} as const satisfies Record<string, readonly ContentKind[]>;

export type Taker = keyof typeof TAKEN;

/** Parses Content-Type; missing means JSON. Throws PGRST102. */
export function parseContentType<T extends Taker>(
  header: string | null,
  taker: T,
): (typeof TAKEN)[T][number] {
  const type = header === null ? 'application/json' : (header.split(';', 1)[0]?.trim().toLowerCase() ?? '');
  const kind = KINDS.get(type);
  const kinds: readonly (typeof TAKEN)[T][number][] = TAKEN[taker];
  const taken = kinds.find((candidate) => candidate === kind);
  if (taken === undefined) throw invalidBody(`Content-Type not acceptable: ${type}`);
  return taken;
}
