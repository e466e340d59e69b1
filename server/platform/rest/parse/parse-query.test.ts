import { describe, expect, it } from 'vitest';
import { refusalOf } from '#tests/fixtures/rest/rest-refusal.ts';
import { parseQuery } from './parse-query.ts';

const parse = (search: string) => parseQuery(new URLSearchParams(search));

const refusal = (search: string) => refusalOf(() => parse(search));

const field = (column: string) => ({ column, path: [] });
const item = (column: string, alias: string | null = null, cast: string | null = null) => ({
  kind: 'field',
  field: field(column),
  alias,
  cast,
  aggregate: null,
});

describe('select', () => {
  it('is everything when it is missing, and nothing when it is empty', () => {
    expect(parse('').select).toEqual([{ kind: 'star' }]);
    expect(parse('select=').select).toEqual([]);
  });

  it('reads columns, aliases and casts', () => {
    expect(parse('select=id,name:title,big::text,n:big::double precision').select).toEqual([
      item('id'),
      item('title', 'name'),
      item('big', null, 'text'),
      item('big', 'n', 'double precision'),
    ]);
  });

  it('takes anything in double quotes as a name', () => {
    expect(parse('select="a \\"b\\", c":"d.e(f)"').select).toEqual([item('d.e(f)', 'a "b", c')]);
  });

  it('accepts letters of any alphabet, spaces and single dashes in a plain name', () => {
    expect(parse('select=größe,first name,a-b-c').select).toEqual([
      item('größe'),
      item('first name'),
      item('a-b-c'),
    ]);
  });

  it('reads paths into JSON', () => {
    expect(parse('select=details->a->0->>b').select).toEqual([
      {
        kind: 'field',
        alias: null,
        cast: null,
        aggregate: null,
        field: {
          column: 'details',
          path: [
            { key: 'a', isIndex: false, asText: false },
            { key: '0', isIndex: true, asText: false },
            { key: 'b', isIndex: false, asText: true },
          ],
        },
      },
    ]);
  });

  it('reads embeds with alias, hint, join and nesting', () => {
    expect(parse('select=*,boss:people!boss_fkey!inner(id,teams!left(*)),tags()').select).toEqual([
      { kind: 'star' },
      {
        kind: 'embed',
        target: 'people',
        alias: 'boss',
        hint: 'boss_fkey',
        isInner: true,
        isSpread: false,
        items: [
          item('id'),
          {
            kind: 'embed',
            target: 'teams',
            alias: null,
            hint: null,
            isInner: false,
            isSpread: false,
            items: [{ kind: 'star' }],
          },
        ],
      },
      { kind: 'embed', target: 'tags', alias: null, hint: null, isInner: false, isSpread: false, items: [] },
    ]);
  });

  it.each([
    [
      'id,',
      '"failed to parse select parameter (id,)" (line 1, column 4)',
      'unexpected end of input expecting field name (* or [a..z0..9_$])',
    ],
    [
      ',id',
      '"failed to parse select parameter (,id)" (line 1, column 1)',
      'unexpected "," expecting field name (* or [a..z0..9_$])',
    ],
    [
      'name[]',
      '"failed to parse select parameter (name[])" (line 1, column 5)',
      `unexpected '[' expecting letter, digit, "-", "->>", "->", "::", ")", "," or end of input`,
    ],
    [
      'a->>-x',
      '"failed to parse select parameter (a->>-x)" (line 1, column 6)',
      'unexpected "x" expecting digit',
    ],
    [
      'name::',
      '"failed to parse select parameter (name::)" (line 1, column 7)',
      'unexpected end of input expecting letter or digit',
    ],
    [
      'rel(id',
      '"failed to parse select parameter (rel(id)" (line 1, column 7)',
      'unexpected end of input expecting letter, digit, "-", "->>", "->", "::", ")" or ","',
    ],
  ])('reports where %s is invalid', (select, message, details) => {
    expect(refusal(`select=${encodeURIComponent(select)}`)).toMatchObject({
      status: 400,
      code: 'PGRST100',
      message,
      details,
    });
  });

  it('reads aggregates with casts before and behind, and spreads', () => {
    const none = { alias: null, cast: null };
    expect(parse('select=s:d->>n::int.sum()::text,a.avg(),n:count()::text,count()').select).toEqual([
      {
        kind: 'field',
        field: { column: 'd', path: [{ key: 'n', isIndex: false, asText: true }] },
        alias: 's',
        cast: 'int',
        aggregate: { name: 'sum', cast: 'text' },
      },
      { kind: 'field', field: field('a'), ...none, aggregate: { name: 'avg', cast: null } },
      { kind: 'count', alias: 'n', cast: 'text' },
      { kind: 'count', ...none },
    ]);
    expect(parse('select=...people!owner_id!inner(name,...teams())').select).toMatchObject([
      {
        kind: 'embed',
        target: 'people',
        alias: null,
        hint: 'owner_id',
        isInner: true,
        isSpread: true,
        items: [{ kind: 'field' }, { kind: 'embed', target: 'teams', isSpread: true, items: [] }],
      },
    ]);
    for (const wrong of [
      'a.median()',
      'a.sum',
      'a.sum(b)',
      'count()()',
      '..people(a)',
      '...people',
      'x:...p(a)',
    ]) {
      expect(refusal(`select=${wrong}`).code).toBe('PGRST100');
    }
  });

  it('refuses embeds deeper than any screen needs, and lists longer than PostgreSQL takes', () => {
    const nested = (depth: number): string => 'a('.repeat(depth) + 'id' + ')'.repeat(depth);
    expect(parse(`select=${nested(10)}`).select).toHaveLength(1);
    expect(refusal(`select=${nested(11)}`).code).toBe('PGRST100');
    expect(refusal(`select=${nested(5000)}`).code).toBe('PGRST100');
    expect(refusal(`select=${Array.from({ length: 2000 }, () => 'id').join(',')}`).code).toBe('PGRST100');
  });
});

describe('order and pages', () => {
  it('reads directions, nulls, paths and related columns', () => {
    expect(parse('order=a,b.desc.nullslast,d->>x.asc,e.nullsfirst,project(name).desc').orders).toEqual([
      {
        path: [],
        terms: [
          { relation: null, field: field('a'), isDescending: false, nulls: null },
          { relation: null, field: field('b'), isDescending: true, nulls: 'last' },
          {
            relation: null,
            field: { column: 'd', path: [{ key: 'x', isIndex: false, asText: true }] },
            isDescending: false,
            nulls: null,
          },
          { relation: null, field: field('e'), isDescending: false, nulls: 'first' },
          { relation: 'project', field: field('name'), isDescending: true, nulls: null },
        ],
      },
    ]);
  });

  it('reads pages of the root and of embeds', () => {
    const { limits, offsets } = parse('limit=10&offset=20&tasks.limit=3&tasks.comments.offset=-4');
    expect(limits).toEqual([
      { path: [], limit: 10 },
      { path: ['tasks'], limit: 3 },
    ]);
    expect(offsets).toEqual([
      { path: [], offset: 20 },
      { path: ['tasks', 'comments'], offset: 0 },
    ]);
  });

  it.each([
    ['order=id.ac', 'unexpected "a" expecting "asc", "desc", "nullsfirst" or "nullslast"'],
    ['order=id.asc.last', 'unexpected "l" expecting "nullsfirst" or "nullslast"'],
    ['order=id.desc.nullslasttt', `unexpected 't' expecting delimiter (.), "," or end of input`],
    ['order=', 'unexpected end of input expecting field name (* or [a..z0..9_$])'],
    ['limit=ten', 'expecting an integer'],
    ['limit=99999999999999999999', 'expecting an integer'],
    ['offset=1.5', 'expecting an integer'],
  ])('reports the error in %s', (search, details) => {
    expect(refusal(search)).toMatchObject({ code: 'PGRST100', details });
  });

  it('refuses a negative limit as a range', () => {
    expect(refusal('limit=-1')).toMatchObject({
      status: 416,
      code: 'PGRST103',
      details: 'Limit should be greater than or equal to zero.',
    });
  });
});

describe('other parameters', () => {
  it('reads the columns of a write, once each', () => {
    const query = parse('columns="a b",c,c&on_conflict=id,user_id');
    expect(query.columns).toEqual(['a b', 'c']);
    expect(query.onConflict).toEqual(['id', 'user_id']);
  });

  it('keeps arguments unchanged, whatever they look like', () => {
    const search = new URLSearchParams('order=eq.1&x=in.(&title=eq.a');
    const query = parseQuery(search, { isArgument: (name) => name === 'x' || name === 'order' });
    expect(query.args).toEqual([
      ['order', 'eq.1'],
      ['x', 'in.('],
    ]);
    expect(query.conditions).toHaveLength(1);
  });
});
