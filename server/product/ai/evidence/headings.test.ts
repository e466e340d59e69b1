import { describe, expect, it } from 'vitest';
import { claimOf, judgeText } from '#tests/worlds/judged-text.ts';
import type { Verdict } from '../second-reader/verdict.ts';
import { createJudge, type Reading } from './judge-sentences.ts';

/** Headings and lead-ins cite nothing: a second reader compares their figures with what is cited below them. */

const OPTIONS = {
  claims: [claimOf('c1', 'Winter tyres need a tread of 4 mm.'), claimOf('c2', 'The fine is 60 euros.')],
  language: 'en',
  given: ['Drive on 19 December'],
  today: '2026-10-23',
};

const TEXT = `# Fines of up to 5,000 euros

It matters in the mountains.

## Tyres: 4 mm

Winter tyres need a tread of 4 mm [c1].

## 2 fines

These 2 are known:

- The fine is 60 euros [c2].

## Before 19 December

Nothing.`;

const HEAD = 's1';
const [TYRES, FINES, KNOWN] = ['s3', 's5', 's6'];

const readBy = (given: Partial<Reading>) => judgeText(TEXT, OPTIONS, given);

const doubted = (id: string): ReadonlyMap<string, Verdict> => new Map([[id, { is: 'not_said' }]]);
const corrected = (
  text: string,
  again: ReadonlyMap<string, Verdict> = new Map([[HEAD, { is: 'supported' }]]),
) => readBy({ verdicts: doubted(HEAD), corrections: new Map([[HEAD, text]]), again });

describe('a heading with figures', () => {
  it('is read beside what is cited below it, up to the next heading of its level', () => {
    const beside = readBy({})
      .judge.statements(TEXT)
      .map(({ id, claims }) => [id, claims.map((each) => each.id)]);
    expect(beside).toEqual([
      [HEAD, ['c1', 'c2']],
      ['s2', ['c1', 'c2']],
      [TYRES, ['c1']],
      ['s4', ['c1']],
      [FINES, ['c2']],
      [KNOWN, ['c2']],
      ['s7', ['c2']],
    ]);
  });

  it('of a table is read beside its rows', () => {
    const judge = createJudge(OPTIONS);
    const table =
      '| What | In 2031 |\n| --- | --- |\n| Fine | 60 euros [c2] |\n\n## Tyres\n\nTread of 4 mm [c1].';
    const [head] = judge.statements(table);
    expect(head).toMatchObject({ id: 's1', claims: [{ id: 'c2' }] });
  });

  it('stays as it is where nobody has read it, or a second reader finds nothing wrong', () => {
    for (const is of [null, 'supported', 'computed'] as const) {
      const verdict: Verdict[] =
        is === null ? [] : [is === 'computed' ? { is, expression: '1 + 1' } : { is }];
      const verdicts = new Map(verdict.map((each) => [HEAD, each]));
      const { markdown, unverified } = readBy({ verdicts });
      expect(markdown.split('\n')[0]).toBe('# Fines of up to 5,000 euros');
      expect(unverified).toEqual([]);
    }
  });

  it.each([HEAD, TYRES, FINES, KNOWN])('is marked where a second reader doubts it: %s', (id = '') => {
    const { judge, markdown, unverified } = readBy({ verdicts: doubted(id) });
    expect(unverified).toHaveLength(1);
    expect(markdown.match(/ \[\?\]$/gm)).toHaveLength(1);
    expect(judge.doubts(TEXT)).toMatchObject([{ statement: { id }, why: 'not_said' }]);
  });

  it.each(['Fines of 60 euros [c2]', '# Fines', 'Fines [c2]'])(
    'is shown as its writer corrects it, without a citation, once that was read again: %s',
    (text) => {
      const { judge, markdown } = corrected(text);
      expect(judge.corrected(TEXT)).toMatchObject([{ id: HEAD, claims: [{ id: 'c1' }, { id: 'c2' }] }]);
      expect(markdown.split('\n')[0]).toBe(text.startsWith('Fines of') ? '# Fines of 60 euros' : '# Fines');
      expect(corrected(text, new Map()).markdown).toMatch(/^# Fines of up to 5,000 euros \[\?\]$/m);
      expect(corrected(text, doubted(HEAD)).markdown).toMatch(/^# Fines of up to 5,000 euros \[\?\]$/m);
    },
  );
});
