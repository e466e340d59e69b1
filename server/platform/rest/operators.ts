/** The contract's filter operators and their SQL. No other operator text ever reaches the database. */
export const INFIX_OPERATORS: ReadonlyMap<string, string> = new Map([
  ['eq', '='],
  ['neq', '<>'],
  ['gt', '>'],
  ['gte', '>='],
  ['lt', '<'],
  ['lte', '<='],
  ['like', 'LIKE'],
  ['ilike', 'ILIKE'],
  ['match', '~'],
  ['imatch', '~*'],
  ['isdistinct', 'IS DISTINCT FROM'],
  ['cs', '@>'],
  ['cd', '<@'],
  ['ov', '&&'],
  ['sl', '<<'],
  ['sr', '>>'],
  ['nxr', '&<'],
  ['nxl', '&>'],
  ['adj', '-|-'],
]);

/** Operators that accept `(any)` or `(all)` with an array value such as `{a,b}`. */
export const QUANTIFIABLE: ReadonlySet<string> = new Set([
  'eq',
  'like',
  'ilike',
  'gt',
  'gte',
  'lt',
  'lte',
  'match',
  'imatch',
]);

/** Their values use `*` for `%`, which a URL would have to write as `%25`. */
export const PATTERN_OPERATORS: ReadonlySet<string> = new Set(['like', 'ilike']);

/** Full-text search operators and the function that parses their value. */
export const SEARCH_OPERATORS: ReadonlyMap<string, string> = new Map([
  ['fts', 'to_tsquery'],
  ['plfts', 'plainto_tsquery'],
  ['phfts', 'phraseto_tsquery'],
  ['wfts', 'websearch_to_tsquery'],
]);

/** Their values are regular expressions; only cheap ones are accepted. */
export const REGULAR_OPERATORS: ReadonlySet<string> = new Set(['match', 'imatch']);
