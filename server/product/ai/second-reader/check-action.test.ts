import { describe, expect, it } from 'vitest';
import type { Seed } from '../engine/tool-spec.ts';
import { WIDE } from '../models/context-windows.ts';
import { checkAction, toBatches } from './check-action.ts';
import { quoteLines } from './quote-lines.ts';
import type { Cited, Statement } from './verdict.ts';

const SEED: Seed = { today: '2026-11-23', key: 'KEY', windows: WIDE, checks: true };

const statement = (number: number, claims: readonly Cited[]): Statement => ({
  id: `s${number}`,
  text: `Sentence ${number}.`,
  claims,
});
const quoted = (id: string, changes: Partial<Cited> = {}): Cited => ({
  id,
  quote: `Quote ${id}.`,
  around: '',
  ...changes,
});

describe('statements', () => {
  const batched = (count: number, windows: Seed['windows'] = WIDE) =>
    toBatches(
      Array.from({ length: count }, (_one, at) => statement(at + 1, [quoted(`c${at + 1}`)])),
      { ...SEED, windows },
    );

  it.each([
    [0, []],
    [21, [21]],
    [28, [28]],
    [29, [15, 14]],
    [52, [26, 26]],
    [57, [19, 19, 19]],
  ])('%i of them are read in few calls of one size', (count, sizes) => {
    expect(batched(count).map(({ length }) => length)).toEqual(sizes);
  });

  it('are all read where few fit a call', () => {
    const batches = batched(44, { ...WIDE, checker: 1_400 });
    expect(batches.length).toBeGreaterThan(2);
    expect(batches.flat().map(({ id }) => id)).toEqual(
      Array.from({ length: 44 }, (_one, at) => `s${at + 1}`),
    );
  });

  it('stand beside each of their quotes once', () => {
    const shared = quoted('c1');
    const batch = [statement(1, [shared]), statement(2, [shared, quoted('c2')])];
    const sent = JSON.stringify(checkAction('check:1', batch, SEED).messages[1]);
    expect(sent.match(/\[c\d\] “/g)).toEqual(['[c1] “', '[c2] “']);
    expect(sent).toContain('[s2] Sentence 2. (c1 c2)');
  });
});

describe('rules', () => {
  const rulesFor = (one: Statement) => String(checkAction('check:1', [one], SEED).messages[0]?.content);
  const plain = statement(1, [quoted('c1')]);

  it('speak of rows and of braces only where there are any', () => {
    expect(rulesFor(plain)).not.toMatch(/rows of a result|in \{braces\}/);
    expect(rulesFor(statement(1, [quoted('q1')]))).toContain('rows of a result');
    expect(rulesFor({ ...plain, before: 'It is Mr.' })).toContain('in {braces}');
  });
});

describe('a quote', () => {
  const linesOf = (...claims: readonly Cited[]) => quoteLines([{ claims }]);

  it('has the words before it, and how its sentence goes on, but no further sentence', () => {
    const around =
      'The law of 2019 speaks of bicycles. They may be parked here, unless it snows. Cars may not.';
    expect(linesOf(quoted('c1', { quote: 'They may be parked here', around }))).toEqual([
      '[c1] “They may be parked here” | beside: The law of 2019 speaks of bicycles. … , unless it snows.',
    ]);
    expect(linesOf(quoted('c1', { quote: 'They may be parked here, unless it snows.', around }))).toEqual([
      '[c1] “They may be parked here, unless it snows.” | beside: The law of 2019 speaks of bicycles.',
    ]);
  });

  it('has at most a hundred characters on each side, and no bare full stop', () => {
    const around = `${'a '.repeat(200)}the quote ${'b '.repeat(200)}`;
    const [line = ''] = linesOf(quoted('c1', { quote: 'the quote', around }));
    expect(line.match(/\ba\b/g)).toHaveLength(50);
    expect(line.match(/\bb\b/g)?.length).toBeLessThanOrEqual(50);
    expect(linesOf(quoted('c1', { quote: 'It rains', around: 'It rains.' }))).toEqual(['[c1] “It rains”']);
  });

  it('names what stands before it by its id where that is shown itself', () => {
    const around = 'The fee is 9 euros. It rises in May. Dogs pay half.';
    const [first, second, third] = [
      quoted('c1', { quote: 'The fee is 9 euros.', around }),
      quoted('c2', { quote: 'It rises in May.', around }),
      quoted('c3', { quote: 'Dogs pay half.', around }),
    ];
    expect(linesOf(first, second)[1]).toBe('[c2] “It rises in May.” | beside: [c1]');
    expect(linesOf(first, third)[1]).toBe(
      '[c3] “Dogs pay half.” | beside: The fee is 9 euros. It rises in May.',
    );
    const elsewhere = { ...first, page: { title: 'Another page', date: null } };
    expect(linesOf(second, elsewhere)[0]).toBe('[c2] “It rises in May.” | beside: The fee is 9 euros.');
  });

  it('stands below its page, which is named once, and without one before all others', () => {
    const page = { title: 'The\nlaw', date: '2026-05-04' };
    const lines = linesOf(
      quoted('c1', { page }),
      quoted('c2', { page: { title: 'A test', date: null } }),
      quoted('c3', { page }),
      quoted('q1'),
    );
    expect(lines).toEqual([
      '[q1] “Quote q1.”',
      'of: The law, 2026-05-04',
      '[c1] “Quote c1.”',
      '[c3] “Quote c3.”',
      'of: A test',
      '[c2] “Quote c2.”',
    ]);
  });
});
