/** Filter operators of the contract and what they are in SQL. Nothing else of an operator ever reaches the database. */
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

/** May be followed by `(any)` or `(all)`, the value then being an array such as `{a,b}`. */
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

/** `*` stands for `%` in their values, because a URL would need `%25`. */
export const PATTERN_OPERATORS: ReadonlySet<string> = new Set(['like', 'ilike']);

/** Full text search: the function that reads the value. */
export const SEARCH_OPERATORS: ReadonlyMap<string, string> = new Map([
  ['fts', 'to_tsquery'],
  ['plfts', 'plainto_tsquery'],
  ['phfts', 'phraseto_tsquery'],
  ['wfts', 'websearch_to_tsquery'],
]);

/** Their values are regular expressions, of which only those are taken that cannot run for long. */
export const REGULAR_OPERATORS: ReadonlySet<string> = new Set(['match', 'imatch']);
