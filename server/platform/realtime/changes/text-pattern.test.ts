import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '#tests/engines/database.ts';
import { TimeAllowance } from '../socket/limits.ts';
import { type PatternOperator, readPattern } from './text-pattern.ts';

let db: TestDatabase;

beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());

const allowance = () => new TimeAllowance(60_000, 60_000);
const SQL = { like: 'like', ilike: 'ilike', match: '~', imatch: '~*' } as const;

/** All texts of up to three of these characters, except those that LIKE rejects. */
function textsOf(letters: readonly string[]): string[] {
  const shorter = ['', ...letters, ...letters.flatMap((a) => letters.map((b) => a + b))];
  return [...new Set([...shorter, ...shorter.flatMap((text) => letters.map((letter) => letter + text))])];
}

describe.each(['like', 'ilike', 'match', 'imatch'] as const)('%s', (operator: PatternOperator) => {
  it('matches the same texts as in SQL', async () => {
    // In SQL, case folding beyond ASCII depends on the collation.
    const foreign = operator.startsWith('i') ? 'b' : 'é';
    const patterns =
      operator === 'like' || operator === 'ilike'
        ? textsOf(['a', foreign.toUpperCase(), '%', '_', '\\', '.', '*']).filter(
            (text) => !/(^|[^\\])(\\\\)*\\$/.test(text),
          )
        : [
            'a',
            '^a',
            'a$',
            'A.É',
            'a|É',
            '^(a|\\.)+$',
            '[^a]',
            'a{2}',
            '\\.',
            '^.*$',
            '',
            '[[:digit:]]',
            '\\d',
            'x?',
          ];
    const values = textsOf(['a', 'A', foreign, '.', '%', '\n', '\\']);
    const rows = await db.database.query<{ pattern: string; value: string }>(
      `select pattern, value from unnest($1::text[]) pattern, unnest($2::text[]) value where value ${SQL[operator]} pattern`,
      [patterns, values],
    );
    const ours = patterns.flatMap((pattern) => {
      const wanted = readPattern(operator, pattern, allowance());
      return values.filter((value) => wanted.test(value)).map((value) => JSON.stringify([pattern, value]));
    });
    expect(ours.toSorted()).toEqual(
      rows.map(({ pattern, value }) => JSON.stringify([pattern, value])).toSorted(),
    );
    expect(ours.length).toBeGreaterThan(100);
  });
});

describe('a pattern', () => {
  it.each([
    ['ilike', 'ÄRGER', 'ärger', true],
    ['imatch', '^\u212a$', 'k', true], // Kelvin sign
    ['ilike', 'İ', 'i', false],
    ['imatch', '^SS$', 'ß', false],
  ] as const)(
    '%s.%s folds case per character as Unicode does, regardless of the collation',
    (operator, pattern, text, matches) => {
      expect(readPattern(operator, pattern, allowance()).test(text)).toBe(matches);
    },
  );

  it.each([
    ['(a+)+$', `${'a'.repeat(5_000)}b`],
    ['^(([a-z])+.)+[A-Z]([a-z])+$', 'a'.repeat(5_000)],
    ['(x+x+)+y', `y${'x'.repeat(5_000)}`],
  ])('%s, which takes backtracking engines forever, is matched in linear time', (pattern, text) => {
    expect(readPattern('match', pattern, allowance()).test(text)).toBe(false);
  });

  it.each([
    ['like', 'ends with \\', 'LIKE pattern must not end with escape character'],
    ['match', 'a(', 'missing closing'],
    ['match', '(a)\\1', 'invalid escape sequence'],
    ['match', 'a{201}', 'the pattern is too large'],
    ['match', '((a{9}){9}){9}', 'the pattern is too large'],
    ['like', 'x'.repeat(1_001), 'a pattern may have 1000 characters'],
  ] as const)('%s.%s is refused', (operator, pattern, message) => {
    expect(() => readPattern(operator, pattern, allowance())).toThrow(message);
  });

  it('is not evaluated on a text that is too long, or when the time allowance is spent', () => {
    const short = readPattern('like', 'a%', allowance());
    expect(short.test('a'.repeat(10_000))).toBe(true);
    expect(() => short.test('a'.repeat(200_000))).toThrow(expect.objectContaining({ name: 'TooDearError' }));
    const little = new TimeAllowance(0, 60_000);
    const pattern = readPattern('match', '[ab]*a[ab]{150}[cd]', little);
    const tryAll = () => {
      for (let n = 0; n < 5_000; n += 1) pattern.test(`${n}${'ab'.repeat(500)}c`);
    };
    expect(tryAll).toThrow(expect.objectContaining({ name: 'TooDearError' }));
    expect(() => readPattern('like', 'b%', little)).toThrow('take too much time');
  });
});
