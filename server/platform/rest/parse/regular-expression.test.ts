import { describe, expect, it } from 'vitest';
import { refusalOf } from '#tests/fixtures/rest/rest-refusal.ts';
import { parseArrayLiteral } from './parse-operation.ts';
import { assertCheapPatterns } from './regular-expression.ts';

describe('a pattern', () => {
  it.each([
    '^sup',
    '(?i)^[a-z0-9._%+-]+@[a-z0-9.-]+\\.[a-z]{2,}$',
    '\\mword\\M|another (?:word|one)s?',
    '[]x[:alpha:]\\]{255}]{20}',
    '\\{255\\}\\\\1',
    'a{',
    'x'.repeat(400),
    '(abc|def){10}',
    ')',
    '[',
    '\\',
  ])('%s is accepted', (pattern) => {
    expect(() => assertCheapPatterns([pattern])).not.toThrow();
  });

  it.each([
    ['(a*)*\\1', 'back references'],
    ['(?=.*a)b', 'lookarounds and comments'],
    ['a(?!b)', 'lookarounds and comments'],
    ['(?<=a)b', 'lookarounds and comments'],
    ['x(?#)', 'lookarounds and comments'],
    ['(((a?){255})?){100}', 'more than 100 groups, classes and repetitions'],
    ['a{101}', 'more than 100 groups, classes and repetitions'],
    ['(ab){0,70}', 'more than 100 groups, classes and repetitions'],
    ['((a{5}){5}){5}', 'more than 100 groups, classes and repetitions'],
    ['a{9}{9}{9}', 'more than 100 groups, classes and repetitions'],
    ['((((a'.repeat(30), 'more than 100 groups, classes and repetitions'],
    ['[a]{60}[b]{60}', 'more than 100 groups, classes and repetitions'],
    ['.'.repeat(101), 'more than 100 groups, classes and repetitions'],
    ['x'.repeat(1001), 'patterns of more than 1000 characters'],
    ['***:(?e)a', 'another kind of pattern within the pattern'],
    ['(?b)\\(a\\)\\{255\\}', 'another kind of pattern within the pattern'],
    ['(?ix)( a ) {255}', 'another kind of pattern within the pattern'],
  ])('%s is refused', (pattern, reason) => {
    expect(refusalOf(() => assertCheapPatterns([pattern]))).toMatchObject({
      status: 400,
      code: '2201B',
      details: `Not supported: ${reason}.`,
    });
  });

  it('counts together with the others of its list', () => {
    expect(refusalOf(() => assertCheapPatterns(['.{60}', '.{60}'])).code).toBe('2201B');
  });
});

describe('a list of patterns', () => {
  it.each([
    ['{}', []],
    ['{ }', []],
    ['{a,b c}', ['a', 'b c']],
    ['{"a,b", c ,"\\\\1\\""}', ['a,b', 'c', '\\1"']],
    ['{""}', ['']],
  ])('%s is read as PostgreSQL would', (text, patterns) => {
    expect(parseArrayLiteral(text)).toEqual(patterns);
  });

  it.each(['a', '{a', '{a,}', '{,}', '{{a}}', '{"a}', '{"a"b}', '{a\\1}'])('%s is invalid', (text) => {
    expect(parseArrayLiteral(text)).toBeNull();
  });
});
