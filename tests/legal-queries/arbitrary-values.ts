import fc from 'fast-check';
import type { Among, Compare, Pattern, Step, Test } from './query.ts';
import type { Kind } from './tables.ts';

/** Values that stand in the rows too, so that conditions hold for some rows and not for others. */
export const SAMPLES: Readonly<Record<Kind, readonly string[]>> = {
  int: ['1', '2', '3', '0', '-5', '2147483647', ' 7 '],
  bigint: ['1', '2', '3', '5', '8', '12', '9007199254740993'],
  numeric: ['0', '1.5', '1000.50', '12345678901.10', '1e2', '-3'],
  text: [
    'paint',
    'Paint the wall',
    'Buy, milk (2 l)',
    'call "Bob"',
    "it's 100% of it",
    'back\\slash',
    'a.b:c',
    'under_score',
    'null',
    'true',
    '007',
    '',
    '{x,y}',
    '(x)',
    'Ärger über Ünïcode \u{1F600}',
    'a+b & c=d',
    'star*red',
    ' blank ',
  ],
  boolean: ['true', 'false', 't', '0'],
  date: ['2026-01-01', '2026-02-28', '2026-12-31', 'infinity', '20260301'],
  moment: ['2026-01-01T00:00:00Z', '2026-01-01 12:00:00+02', '2026-06-15T08:30:00.123456Z', '2025-12-31'],
  uuid: [
    '00000000-0000-4000-8000-00000000000a',
    '00000000-0000-4000-8000-00000000000b',
    '{00000000-0000-4000-8000-00000000000A}',
    '00000000-0000-4000-8000-0000000000ff',
  ],
  texts: ['{}', '{home}', '{home,garden}', '{"a,b"}', '{NULL,home}', '{"say \\"hi\\""}'],
  json: [
    '{}',
    '{"a": 1}',
    '{"a":{"b":"x"}}',
    '{"list":[1,"two",null]}',
    '[1,2]',
    '"x"',
    '1',
    'null',
    '{"b":true}',
  ],
  days: ['empty', '[2026-01-01,2026-01-10)', '[2026-01-05,2026-02-01)', '(,2026-01-01)', '[2026-02-01,]'],
  seats: ['empty', '[1,5)', '[5,9]', '(,3]', '[4,4]', '(,)'],
};

const PATTERNS = ['*a*', 'P*', '%wall', '_aint', '*\\%*', '*(*', '*', 'null', '*"*', '', '*ü*'];
const REGULAR = ['^p', 'a.*l', '[0-9]+', '(wall|milk)', 'x?y', 'Bob"$', '\\(', ''];
const WORDS = ['paint', 'wall', 'milk', 'walls', 'none'];

const COMPARES: readonly Compare[] = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'isdistinct'];
const PATTERN_OPERATORS: readonly Pattern[] = ['like', 'ilike', 'match', 'imatch'];
const AMONG: Partial<Readonly<Record<Kind, readonly Among[]>>> = {
  texts: ['cs', 'cd', 'ov'],
  json: ['cs', 'cd'],
  days: ['cs', 'cd', 'ov', 'sl', 'sr', 'nxr', 'nxl', 'adj'],
  seats: ['cs', 'cd', 'ov', 'sl', 'sr', 'nxr', 'nxl', 'adj'],
};

/** Types that each kind can be cast to, whatever its value. */
export const CASTS: Readonly<Record<Kind, readonly string[]>> = {
  int: ['text', 'bigint', 'numeric', 'double precision'],
  bigint: ['text', 'numeric', 'float8'],
  numeric: ['text', 'bigint', 'real'],
  text: ['varchar', 'text'],
  boolean: ['text', 'int'],
  date: ['text', 'timestamp', 'timestamptz'],
  moment: ['text', 'date'],
  uuid: ['text'],
  texts: ['text'],
  json: ['text', 'json'],
  days: ['text'],
  seats: ['text', 'varchar'],
};

/** Fits a column of the kind. */
export function testFor(kind: Kind): fc.Arbitrary<Test> {
  const value = valueOf(kind);
  const values = fc.array(value, { maxLength: 3 });
  const among = AMONG[kind] ?? [];
  const compare = infix(COMPARES, value);
  const is = fc.constantFrom('null', 'not_null').map((word): Test => ({ kind: 'is', value: word }));
  if (kind === 'boolean') {
    const truth = fc.constantFrom('true', 'false', 'unknown', 'null', 'not_null');
    return fc.oneof(
      compare,
      truth.map((word): Test => ({ kind: 'is', value: word })),
    );
  }
  if (among.length > 0) return fc.oneof({ weight: 2, arbitrary: infix(among, value) }, compare, is);
  const list = values.map((each): Test => ({ kind: 'in', values: each }));
  const scalar = [compare, list, is, eachOf(['eq', 'gt', 'gte', 'lt', 'lte'], values)];
  return kind === 'text' ? fc.oneof(...scalar, ...textTests()) : fc.oneof(...scalar);
}

const valueOf = (kind: Kind): fc.Arbitrary<string> => {
  const sample = fc.constantFrom(...SAMPLES[kind]);
  if (kind === 'bigint') return fc.oneof(sample, fc.integer({ min: 1, max: 40 }).map(String));
  if (kind === 'int') return fc.oneof(sample, fc.integer({ min: -1, max: 40 }).map(String));
  // PostgreSQL has no U+0000, nor halves of surrogate pairs.
  const odd = fc.string({ unit: 'grapheme', maxLength: 5 }).map((text) => text.replaceAll('\0', ''));
  return kind === 'text' ? fc.oneof({ weight: 4, arbitrary: sample }, { weight: 1, arbitrary: odd }) : sample;
};

const infix = (
  operators: readonly (Compare | Pattern | Among)[],
  values: fc.Arbitrary<string>,
): fc.Arbitrary<Test> =>
  fc
    .record({ operator: fc.constantFrom(...operators), value: values })
    .map((test) => ({ kind: 'infix', ...test }));

const eachOf = (
  operators: readonly Exclude<Compare | Pattern, 'neq' | 'isdistinct'>[],
  values: fc.Arbitrary<string[]>,
): fc.Arbitrary<Test> =>
  fc
    .record({ operator: fc.constantFrom(...operators), of: fc.constantFrom('any', 'all'), values })
    .map((test) => ({ kind: 'each', ...test }));

function textTests(): fc.Arbitrary<Test>[] {
  const pattern = fc.constantFrom(...PATTERNS);
  const regular = fc.constantFrom(...REGULAR);
  const [like, ilike, ...regulars] = PATTERN_OPERATORS;
  const likes = [like, ilike].filter((operator) => operator !== undefined);
  const search = fc.record({
    operator: fc.constantFrom('fts', 'plfts', 'phfts', 'wfts'),
    config: fc.constantFrom('english', 'simple'),
    value: fc.constantFrom(...WORDS),
  });
  return [
    infix(likes, pattern),
    infix(regulars, regular),
    eachOf(likes, fc.array(pattern, { minLength: 1, maxLength: 3 })),
    search.map((test): Test => ({ kind: 'search', ...test })),
  ];
}

/** Ways into a document or an array, and the kind of what is found there. */
export const PATHS: Partial<Readonly<Record<Kind, readonly (readonly Step[])[]>>> = {
  json: [
    [{ arrow: '->', key: 'a' }],
    [{ arrow: '->>', key: 'a' }],
    [
      { arrow: '->', key: 'a' },
      { arrow: '->>', key: 'b' },
    ],
    [
      { arrow: '->', key: 'list' },
      { arrow: '->', key: 0 },
    ],
    [
      { arrow: '->', key: 'list' },
      { arrow: '->>', key: -1 },
    ],
    [{ arrow: '->>', key: 'missing' }],
    [{ arrow: '->', key: 1 }],
  ],
  texts: [[{ arrow: '->', key: 0 }], [{ arrow: '->>', key: -1 }]],
};

export const kindAt = (kind: Kind, path: readonly Step[]): Kind => {
  const last = path.at(-1);
  if (last === undefined) return kind;
  return last.arrow === '->>' ? 'text' : 'json';
};
