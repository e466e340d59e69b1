import fc from 'fast-check';
import { legalQuery } from './legal-queries/arbitrary-query.ts';
import { toUrl } from './legal-queries/to-url.ts';

/** Query strings for the schema of rest-board.sql: mostly sensible, often not quite, sometimes plainly hostile. */

const COLUMNS = [
  'id',
  'title',
  'name',
  'details',
  'tags',
  'big',
  'due',
  'owner_id',
  'project_id',
  'count',
  'headline',
  'meta',
  'untold',
  '*',
];
const RELATIONS = [
  'tasks',
  'projects',
  'people',
  'comments',
  'labels',
  'members',
  'task_details',
  'parent_id',
  'parts',
  'last_comment',
  'chief',
  'task_list',
  'untold_rows',
];
const HINTS = ['inner', 'left', 'projects_owner_id_fkey', 'projects_reviewer_id_fkey', 'members', 'nonsense'];
const OPERATORS =
  'eq neq gt gte lt lte like ilike isdistinct cs cd ov sl adj in is fts plfts(english) wfts(no_such) match eq(any) like(all) noop not.eq'.split(
    ' ',
  );
/** Attempts to leave a quotation, a parameter, a comment or a cast. */
const HOSTILE = [
  `"`,
  `""`,
  `'; drop table board.tasks; --`,
  `" from board.vault --`,
  `x" as y, (select secret from board.vault) as "z`,
  `\\"`,
  `/*`,
  `$1`,
  `$$`,
  `leak`,
  `ctid`,
  `xmin`,
  `pg_sleep(10)`,
  `current_setting('request.headers')`,
  `title::text;select 1`,
  `a\0b`,
  `${'ä'.repeat(40)}`,
  `\u{1F600}`,
  `\u202e`,
];

const hostile = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ maxLength: 12, unit: 'grapheme' }));
const name = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...COLUMNS) },
  { weight: 1, arbitrary: hostile },
  { weight: 1, arbitrary: hostile.map((text) => `"${text.replace(/[\\"]/g, '\\$&')}"`) },
);
const relation = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...RELATIONS) },
  { weight: 1, arbitrary: name },
);
const value = fc.oneof(
  fc.constantFrom('1', 'null', '{1,2}', '{}', '(1,2)', '("a,b",c)', 'a*', 'true', '2026-01-01', '[1,5)', ''),
  hostile,
);

const field = fc
  .tuple(name, fc.array(fc.constantFrom('->a', '->>b', '->0', '->-1', '->>x"y', '->'), { maxLength: 2 }))
  .map(([column, path]) => column + path.join(''));

const selectItem = fc.letrec<{ item: string; embed: string }>((tie) => ({
  item: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc
      .tuple(
        fc.option(name),
        field,
        fc.option(fc.constantFrom('text', 'int', 'board.tasks', 'double precision', 'x;y')),
        fc.option(fc.constantFrom('.sum()', '.avg()', '.count()', '.max()::text', '.min()', '.median()'), {
          freq: 2,
        }),
      )
      .map(
        ([alias, column, cast, aggregate]) =>
          `${alias === null ? '' : `${alias}:`}${column}${cast === null ? '' : `::${cast}`}${aggregate ?? ''}`,
      ),
    fc.constantFrom(
      'count()',
      'n:count()::text',
      '...projects(name)',
      '...tasks(id,title)',
      '...people(full_name)',
    ),
    tie('embed'),
  ),
  embed: fc
    .tuple(
      fc.option(fc.oneof({ weight: 2, arbitrary: name.map((alias) => `${alias}:`) }, fc.constant('...'))),
      relation,
      fc.array(fc.constantFrom(...HINTS), { maxLength: 2 }),
      fc.array(tie('item'), { maxLength: 3 }),
    )
    .map(
      ([alias, target, hints, items]) =>
        `${alias ?? ''}${target}${hints.map((hint) => `!${hint}`).join('')}(${items.join(',')})`,
    ),
})).item;

const operation = fc
  .tuple(fc.constantFrom('', '', '', 'not.'), fc.constantFrom(...OPERATORS), value)
  .map((parts) => `${parts[0]}${parts[1]}.${parts[2]}`);

const logic = fc.letrec<{ part: string; group: string }>((tie) => ({
  part: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.tuple(field, operation).map((parts) => parts.join('.')),
    fc.tuple(fc.constantFrom('and', 'or', 'not.and', 'xor'), tie('group')).map((parts) => parts.join('')),
  ),
  group: fc.array(tie('part'), { maxLength: 3 }).map((parts) => `(${parts.join(',')})`),
})).group;

const orderTerm = fc
  .tuple(
    field,
    fc.option(relation),
    fc.constantFrom('', '.asc', '.desc', '.desc.nullslast', '.nullsfirst', '.down'),
  )
  .map(([column, target, direction]) => `${target === null ? column : `${target}(${column})`}${direction}`);

const placed = fc.option(relation).map((target) => (target === null ? '' : `${target}.`));

const parameter = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(
      fc.constant('select'),
      fc.array(selectItem, { maxLength: 4 }).map((items) => items.join(',')),
    ),
  },
  {
    weight: 4,
    arbitrary: fc.tuple(
      fc.tuple(placed, field).map((parts) => parts.join('')),
      operation,
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(
      fc.tuple(placed, fc.constantFrom('and', 'or', 'not.or')).map((parts) => parts.join('')),
      logic,
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(
      placed.map((path) => `${path}order`),
      fc.array(orderTerm, { maxLength: 3 }).map((terms) => terms.join(',')),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(
      fc.tuple(placed, fc.constantFrom('limit', 'offset')).map((parts) => parts.join('')),
      fc.constantFrom('0', '1', '-1', '5', 'x'),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(
      fc.constantFrom('columns', 'on_conflict'),
      fc.array(name, { maxLength: 3 }).map((names) => names.join(',')),
    ),
  },
  { weight: 1, arbitrary: fc.tuple(fc.string({ maxLength: 8 }), value) },
);

/** Wild throughout: about one in five is answered. */
export const queryString: fc.Arbitrary<string> = fc
  .array(parameter, { maxLength: 5 })
  .map((pairs) => new URLSearchParams(pairs).toString());

export const tableName: fc.Arbitrary<string> = fc.constantFrom(
  'tasks',
  'projects',
  'people',
  'members',
  'labels',
  'comments',
);

interface TableQuery {
  readonly table: string;
  readonly search: string;
}

const legal: fc.Arbitrary<TableQuery> = legalQuery.map((query) => ({
  table: query.table,
  search: toUrl(query),
}));

/** Mostly legal ones, so that what is asked reaches the database; some that one parameter spoils, and wild ones. */
export const tableQuery: fc.Arbitrary<TableQuery> = fc.oneof(
  { weight: 6, arbitrary: legal },
  {
    weight: 2,
    arbitrary: fc.tuple(legal, parameter).map(([{ table, search }, pair]) => ({
      table,
      search: `${search}&${new URLSearchParams([pair]).toString()}`,
    })),
  },
  { weight: 3, arbitrary: fc.record({ table: tableName, search: queryString }) },
);
