import { describe, expect, it } from 'vitest';
import { refusalOf } from '#tests/fixtures/rest/rest-refusal.ts';
import { parseQuery } from './parse-query.ts';

const parse = (search: string) => parseQuery(new URLSearchParams(search));

const refusal = (search: string) => refusalOf(() => parse(search));

const field = (column: string) => ({ column, path: [] });

describe('filters', () => {
  const conditionOf = (search: string) => parse(search).conditions[0]?.condition;
  const operationOf = (search: string) => {
    const condition = conditionOf(search);
    return condition?.kind === 'filter'
      ? { ...condition.operation, isNegated: condition.isNegated }
      : undefined;
  };

  it('keep the value as it was sent', () => {
    expect(operationOf('code=eq.007')).toMatchObject({ kind: 'infix', operator: 'eq', value: '007' });
    expect(operationOf('a=eq.')).toMatchObject({ value: '' });
    expect(operationOf('a=eq.x.y,(z)"')).toMatchObject({ value: 'x.y,(z)"' });
    expect(operationOf('a=not.eq.eq.1')).toMatchObject({ operator: 'eq', value: 'eq.1', isNegated: true });
  });

  it('read lists with quoted members', () => {
    expect(operationOf('a=in.(1,"b,c","d\\"e\\\\", f,"g"h)')).toMatchObject({
      kind: 'in',
      values: ['1', 'b,c', 'd"e\\', ' f', '"g"h'],
    });
    expect(operationOf('a=not.in.()')).toMatchObject({ kind: 'in', values: [], isNegated: true });
  });

  it('read is, quantifiers and text search', () => {
    expect(operationOf('a=is.NULL')).toMatchObject({ kind: 'is', value: 'null' });
    expect(operationOf('a=is.not_null')).toMatchObject({ kind: 'is', value: 'not_null' });
    expect(operationOf('a=like(any).{a*,b*}')).toMatchObject({
      operator: 'like',
      quantifier: 'any',
      value: '{a*,b*}',
    });
    expect(operationOf('a=wfts(english).the cat')).toEqual({
      kind: 'search',
      operator: 'wfts',
      config: 'english',
      value: 'the cat',
      isNegated: false,
    });
  });

  it('belong to the embed that their path names', () => {
    expect(parse('project.owner.name=eq.x&details->>a=eq.y').conditions).toMatchObject([
      { path: ['project', 'owner'], condition: { field: { column: 'name' } } },
      { path: [], condition: { field: { column: 'details', path: [{ key: 'a', asText: true }] } } },
    ]);
  });

  it.each([
    [
      'id=0',
      '"failed to parse filter (0)" (line 1, column 1)',
      'unexpected "0" expecting "not" or operator (eq, gt, ...)',
    ],
    [
      'id=noop.0',
      '"failed to parse filter (noop.0)" (line 1, column 6)',
      'unknown single value operator noop',
    ],
    [
      'id=fts().x',
      '"failed to parse filter (fts().x)" (line 1, column 7)',
      'unknown single value operator fts()',
    ],
    [
      'id=gt(most).1',
      '"failed to parse filter (gt(most).1)" (line 1, column 10)',
      'unknown single value operator gt(most)',
    ],
    [
      'id=is.nil',
      '"failed to parse filter (is.nil)" (line 1, column 4)',
      'unexpected "n" expecting isVal: (null, not_null, true, false, unknown)',
    ],
    [
      'id=is.nullish',
      '"failed to parse filter (is.nullish)" (line 1, column 4)',
      'unexpected "n" expecting isVal: (null, not_null, true, false, unknown)',
    ],
    ['id=in.1,2', '"failed to parse filter (in.1,2)" (line 1, column 4)', 'unexpected "1" expecting "("'],
    [
      'id=in.(1,2)3',
      '"failed to parse filter (in.(1,2)3)" (line 1, column 9)',
      `unexpected '3' expecting end of input`,
    ],
    [
      'apikey=secret',
      '"failed to parse filter (secret)" (line 1, column 1)',
      'unexpected "s" expecting "not" or operator (eq, gt, ...)',
    ],
  ])('report the error in %s', (search, message, details) => {
    expect(refusal(search)).toMatchObject({ status: 400, code: 'PGRST100', message, details });
  });

  it('refuse regular expressions that could run for minutes', () => {
    expect(refusal('title=match.(a)\\1')).toMatchObject({ status: 400, code: '2201B' });
    expect(refusal('or=(title.imatch."(?=a)",id.eq.1)')).toMatchObject({ status: 400, code: '2201B' });
    expect(refusal('title=match(any).{a,"(b)\\\\1"}')).toMatchObject({ status: 400, code: '2201B' });
    expect(refusal('title=match(all).a')).toMatchObject({ status: 400, code: 'PGRST100' });
  });
});

describe('logic', () => {
  it('nests and negates', () => {
    expect(parse('or=(a.eq.1,not.and(b.not.in.(2,3),c.is.null))').conditions).toEqual([
      {
        path: [],
        condition: {
          kind: 'logic',
          joiner: 'or',
          isNegated: false,
          conditions: [
            {
              kind: 'filter',
              field: field('a'),
              isNegated: false,
              operation: { kind: 'infix', operator: 'eq', quantifier: null, value: '1' },
            },
            {
              kind: 'logic',
              joiner: 'and',
              isNegated: true,
              conditions: [
                {
                  kind: 'filter',
                  field: field('b'),
                  isNegated: true,
                  operation: { kind: 'in', values: ['2', '3'] },
                },
                {
                  kind: 'filter',
                  field: field('c'),
                  isNegated: false,
                  operation: { kind: 'is', value: 'null' },
                },
              ],
            },
          ],
        },
      },
    ]);
  });

  it('takes quoted values, and braces with commas in them', () => {
    expect(parse('and=(a.eq."x,y)\\"z",b.cs.{1,2},c.eq.plain text)').conditions[0]?.condition).toMatchObject({
      conditions: [
        { operation: { value: 'x,y)"z' } },
        { operation: { value: '{1,2}' } },
        { operation: { value: 'plain text' } },
      ],
    });
  });

  it('is negated and placed by its name', () => {
    expect(parse('project.not.or=(a.eq.1,b.eq.2)').conditions).toMatchObject([
      { path: ['project'], condition: { kind: 'logic', joiner: 'or', isNegated: true } },
    ]);
  });

  it.each([
    [
      '()',
      '"failed to parse logic tree (())" (line 1, column 4)',
      'unexpected ")" expecting field name (* or [a..z0..9_$]), negation operator (not) or logic operator (and, or)',
    ],
    [')(', '"failed to parse logic tree ()()" (line 1, column 3)', 'unexpected ")" expecting "("'],
    [
      '(id.in.1,2,id.eq.3)',
      '"failed to parse logic tree ((id.in.1,2,id.eq.3))" (line 1, column 10)',
      'unexpected "1" expecting "("',
    ],
    [
      '(id.eq.1',
      '"failed to parse logic tree ((id.eq.1)" (line 1, column 11)',
      'unexpected end of input expecting "," or ")"',
    ],
    [
      '(id.eq.1)x',
      '"failed to parse logic tree ((id.eq.1)x)" (line 1, column 12)',
      `unexpected 'x' expecting end of input`,
    ],
  ])('reports the error in or=%s', (value, message, details) => {
    expect(refusal(`or=${encodeURIComponent(value)}`)).toMatchObject({ code: 'PGRST100', message, details });
  });

  it('refuses unlimited nesting', () => {
    expect(refusal(`and=${'(and('.repeat(3000)}a.eq.1${'))'.repeat(3000)}`).code).toBe('PGRST100');
  });
});
