import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { queryString, tableName } from '#tests/fixtures/rest/rest-queries.ts';
import { howMany } from '#tests/long-run.ts';
import { parseQuery } from '../parse/parse-query.ts';
import { planRead } from '../plan/plan-read.ts';
import { RestError } from '../respond/rest-error.ts';
import { buildSchema } from '../schema/build-schema.ts';
import type { CatalogueRows } from '../schema/read-catalogue.ts';
import type { ExposedSchema } from '../schema/schema.ts';
import { IN_TIME } from './in-time.ts';
import { readStatements } from './read-sql.ts';

/** The words that this room generates. Any other word outside quotes came from the caller. */
const OWN_WORDS = new Set(
  (
    'select from as where and or not is null true false unknown distinct any all like ilike order by desc nulls first ' +
    'last limit offset exists coalesce json_agg row_to_json count _rows _embedded body page text int to_jsonb ' +
    'case when then end array group by left join lateral on to_json jsonb sum avg max min _page _values _spread ' +
    'to_tsvector to_tsquery plainto_tsquery phraseto_tsquery websearch_to_tsquery regconfig double precision total 1'
  ).split(' '),
);

/** Removes quoted names, placeholders, the clock check and the only literal from a query. */
function wordsOutsideQuotes(sql: string): string[] {
  const bare = sql
    .replace(/"(?:[^"]|"")*"/g, ' ')
    .replace(/\$[0-9]+/g, ' ')
    .replaceAll(IN_TIME, ' ')
    .replaceAll(`'[]'`, ' ');
  const words = bare.split(/[\s(),.]+|::|[=<>@&|*~-]+|\[\d*\]?|\]/).filter((word) => word !== '');
  // Positional columns, and the joins of spreads.
  return words.filter((word) => !/^_(?:c|spread)\d+$/.test(word));
}

function quotedNames(sql: string): string[] {
  return [...sql.matchAll(/"((?:[^"]|"")*)"/g)].map(([, name = '']) => name.replaceAll('""', '"'));
}

const RUNS = howMany(2_000, 10_000);

describe('no query string', () => {
  it('adds a word of its own to SQL, outside of quotes', () => {
    let answered = 0;
    fc.assert(
      fc.property(tableName, queryString, (table, search) => {
        const sql = sqlOf(table, search);
        if (sql === null) return;
        answered += 1;
        expect(wordsOutsideQuotes(sql).filter((word) => !OWN_WORDS.has(word.toLowerCase()))).toEqual([]);
      }),
      { numRuns: RUNS },
    );
    // Otherwise the generator produces too few valid queries, and the property is vacuous.
    expect(answered).toBeGreaterThan(RUNS / 10);
  });

  it('breaks out of the quotes around a key of the answer', () => {
    const key = fc.oneof(
      fc.string({ minLength: 1, maxLength: 20 }),
      fc.constantFrom('a"b', '"', '""x', '\\"', 'x\0y'),
    );
    fc.assert(
      fc.property(key, fc.constantFrom('title', 'parent_id(id)', 'comments(id)'), (alias, item) => {
        const quoted = `"${alias.replace(/[\\"]/g, '\\$&')}"`;
        const sql = sqlOf('tasks', new URLSearchParams({ select: `${quoted}:${item}` }).toString());
        expect(sql === null).toBe(alias.includes('\0'));
        if (sql === null) return;
        expect(wordsOutsideQuotes(sql).filter((word) => !OWN_WORDS.has(word.toLowerCase()))).toEqual([]);
        expect(quotedNames(sql)).toContain(alias);
      }),
      { numRuns: howMany(500, 2_000) },
    );
  });

  it('names a column or a table that the catalogue does not know', () => {
    const known = new Set(SCHEMA_NAMES);
    fc.assert(
      fc.property(tableName, queryString, (table, search) => {
        const sql = sqlOf(table, search);
        if (sql === null) return;
        // Keys of the answer come from the caller, and only follow AS; aliases of tables end in their depth.
        const named = quotedNames(sql.replace(/ AS "(?:[^"]|"")*"/g, ''));
        expect(
          named.filter((name) => !known.has(name.replace(/_\d+(_\d+)?$/, '')) && !known.has(name)),
        ).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });
});

function sqlOf(table: string, search: string): string | null {
  try {
    const query = parseQuery(new URLSearchParams(search));
    const found = SCHEMA.tables.get(table);
    if (found === undefined) throw new Error(`no table ${table}`);
    const plan = planRead(SCHEMA, found, { select: query.select, clauses: query });
    const options = {
      count: 'exact',
      maxRows: 100,
      media: { shape: 'array', stripNulls: false },
      withBody: true,
    } as const;
    return readStatements(plan, options)[0]?.text ?? null;
  } catch (error) {
    if (error instanceof RestError) return null;
    throw error;
  }
}

const COLUMNS: Record<string, readonly string[]> = {
  people: ['id', 'name'],
  projects: ['id', 'owner_id', 'reviewer_id', 'name', 'tags', 'details:jsonb'],
  members: ['project_id', 'person_id'],
  tasks: ['id', 'owner_id', 'project_id', 'parent_id', 'title', 'big', 'due', 'details:jsonb'],
  task_details: ['task_id', 'notes'],
  labels: ['id', 'name'],
  task_labels: ['task_id', 'label_id'],
  comments: ['id', 'task_id', 'body'],
};

const FOREIGN_KEYS: readonly (readonly [table: string, column: string, target: string])[] = [
  ['projects', 'owner_id', 'people'],
  ['projects', 'reviewer_id', 'people'],
  ['members', 'project_id', 'projects'],
  ['members', 'person_id', 'people'],
  ['tasks', 'project_id', 'projects'],
  ['tasks', 'parent_id', 'tasks'],
  ['task_details', 'task_id', 'tasks'],
  ['task_labels', 'task_id', 'tasks'],
  ['task_labels', 'label_id', 'labels'],
  ['comments', 'task_id', 'tasks'],
];

const PRIMARY_KEYS: Record<string, string[]> = {
  members: ['project_id', 'person_id'],
  task_labels: ['task_id', 'label_id'],
  task_details: ['task_id'],
};

const SCHEMA: ExposedSchema = buildSchema('board', catalogueRows(), true);
const SCHEMA_NAMES = [
  'board',
  ...Object.keys(COLUMNS),
  ...[...SCHEMA.tables.values()].flatMap((t) => [...t.columns.keys()]),
];

function catalogueRows(): CatalogueRows {
  const nothing = { target_schema: null, target_table: null, target_columns: null };
  return {
    columns: Object.entries(COLUMNS).flatMap(([table, columns]) =>
      columns.map((column) => {
        const [name = '', type = 'text'] = column.split(':');
        return { schema: 'board', table, name, type, base_type: type, default: null };
      }),
    ),
    keys: [
      ...Object.keys(COLUMNS).map((table) => ({
        schema: 'board',
        table,
        name: `${table}_pkey`,
        kind: 'p' as const,
        columns: PRIMARY_KEYS[table] ?? ['id'],
        ...nothing,
      })),
      ...FOREIGN_KEYS.map(([table, column, target]) => ({
        schema: 'board',
        table,
        name: `${table}_${column}_fkey`,
        kind: 'f' as const,
        columns: [column],
        target_schema: 'board',
        target_table: target,
        target_columns: ['id'],
      })),
    ],
    routines: [],
    rowFunctions: [],
    viewColumns: [],
  };
}
