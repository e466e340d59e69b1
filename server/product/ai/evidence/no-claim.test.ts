import { describe, expect, it } from 'vitest';
import { claimOf, judgeText } from '#tests/worlds/judged-text.ts';
import type { Verdict } from '../second-reader/verdict.ts';
import { createJudge, type Reading } from './judge-sentences.ts';

/** Sentences with figures that cite nothing: advice and labels need no source, and what states something does. */

const OPTIONS = {
  claims: [
    claimOf('c1', 'Winter tyres need a tread of 4 mm.'),
    claimOf('c2', 'The fine is 60 euros.'),
    claimOf('c3', 'It opens at 9 and seats 120 guests.'),
  ],
  language: 'en',
  given: [],
  today: '2026-10-23',
};

const TEXT = (sentence: string) => `## Tyres

Winter tyres need a tread of 4 mm [c1].

## Fines

The fine is 60 euros [c2].

${sentence}

### Advice

Drive well.`;

const readBy = (text: string, given?: Partial<Reading>) => judgeText(text, OPTIONS, given);

const verdictOn = (id: string, is: 'supported' | 'contradicted' | 'not_said' | 'no_claim') =>
  new Map<string, Verdict>([[id, { is }]]);
/** The sentence of `TEXT`. */
const ID = 's5';

describe('a sentence with figures that cites nothing', () => {
  it.each([
    'Plan at least 2 hours for the visit, and call 3 workshops before you decide.',
    '**Step 1:** Call the workshop.',
    'Option 2: wait',
    'Table 1',
    'Is it worth 300 euros?',
  ])('is left unmarked where it states nothing: %s', (sentence) => {
    const text = TEXT(sentence);
    expect(readBy(text).unverified).toHaveLength(1);
    expect(readBy(text).judge.statements(text)).toMatchObject([
      { id: 's2' },
      { id: 's4' },
      { id: ID, claims: [{ id: 'c2' }] },
    ]);
    const { markdown, unverified } = readBy(text, { verdicts: verdictOn(ID, 'no_claim') });
    expect(unverified).toEqual([]);
    expect(markdown).toContain(`\n${sentence}\n`);
  });

  it('is left unmarked where the quotes of its section support it, figures included', () => {
    const verdicts = verdictOn(ID, 'supported');
    expect(readBy(TEXT('So 60 euros are due.'), { verdicts }).unverified).toEqual([]);
    expect(readBy(TEXT('So 70 euros are due.'), { verdicts }).unverified).toHaveLength(1);
    expect(readBy(TEXT('So 4 euros are due.'), { verdicts }).unverified).toHaveLength(1);
  });

  it.each(['not_said', 'contradicted'] as const)('goes back to its writer, and is marked (%s)', (is) => {
    const text = TEXT('So 70 euros are due.');
    const verdicts = verdictOn(ID, is);
    const { judge, unverified } = readBy(text, { verdicts });
    expect(unverified).toEqual(['So 70 euros are due.']);
    expect(judge.doubts(text)).toMatchObject([{ statement: { id: ID, claims: [{ id: 'c2' }] }, why: is }]);
    const corrections = new Map([[ID, 'So 60 euros are due [c2].']]);
    expect(readBy(text, { verdicts, corrections }).judge.corrected(text)).toMatchObject([{ id: ID }]);
    const again = verdictOn(ID, 'supported');
    expect(readBy(text, { verdicts, corrections, again }).markdown).toContain('So 60 euros are due.[2]');
    const insisting = { verdicts, corrections, again: verdictOn(ID, 'not_said') };
    expect(readBy(text, insisting).markdown).toContain('So 70 euros are due. [?]');
  });

  it('is read beside the quotes of a larger section, or of the text, where its own has none', () => {
    const beside = (text: string, id: string) =>
      readBy(text)
        .judge.statements(text)
        .find((statement) => statement.id === id)
        ?.claims.map((each) => each.id);
    expect(beside(TEXT('').replace('Drive well.', 'Plan 2 hours.'), 's6')).toEqual(['c2']);
    expect(beside(`Plan 2 hours.\n\n${TEXT('')}`, 's1')).toEqual(['c1', 'c2']);
    expect(beside('Plan 2 hours.', 's1')).toBeUndefined();
  });

  it('is read beside few quotes, those with its figures first', () => {
    const others = Array.from({ length: 20 }, (_one, at) =>
      claimOf(`c${at + 10}`, `Row ${at + 500} is free.`),
    );
    const claims = [...others, ...OPTIONS.claims];
    const text = `${claims.map(({ id }) => `It is so [${id}].`).join('\n')}\nSo 120 of them can come.`;
    const statement = createJudge({ ...OPTIONS, claims })
      .statements(text)
      .at(-1);
    expect(statement?.claims).toHaveLength(12);
    expect(statement?.claims[0]?.id).toBe('c3');
  });
});

describe('a sentence without figures that cites nothing', () => {
  const FRAUD = 'He was convicted of fraud in that year.';

  it('is read beside the quotes of its section', () => {
    expect(readBy(TEXT(FRAUD)).judge.statements(TEXT(FRAUD))).toMatchObject([
      { id: 's2' },
      { id: 's4' },
      { id: ID, text: FRAUD, claims: [{ id: 'c2' }] },
    ]);
  });

  it.each(['not_said', 'contradicted'] as const)('goes back to its writer, and is marked (%s)', (is) => {
    const text = TEXT(FRAUD);
    const verdicts = verdictOn(ID, is);
    const { judge, unverified, unsourced } = readBy(text, { verdicts });
    expect(unverified).toEqual([FRAUD]);
    expect(unsourced).toBe(0);
    expect(judge.doubts(text)).toMatchObject([{ statement: { id: ID, claims: [{ id: 'c2' }] }, why: is }]);
    const cut = { verdicts: new Map([...verdicts, ...verdictOn('s2', 'supported')]) };
    expect(readBy(text, { ...cut, corrections: new Map([[ID, '']]) }).markdown).not.toContain('fraud');
  });

  it.each(['supported', 'no_claim', undefined] as const)('is left as its writer’s own words (%s)', (is) => {
    const { markdown, unverified, unsourced } = readBy(TEXT(FRAUD), {
      verdicts: is === undefined ? new Map() : verdictOn(ID, is),
    });
    expect(markdown).toContain(`\n${FRAUD}\n`);
    expect({ unverified, unsourced }).toEqual({ unverified: [], unsourced: 1 });
  });

  it.each(['Is that what the law says of it?', 'And so it goes.', 'This is what you should know of it:'])(
    'is not read where it states nothing: %s',
    (sentence) => {
      expect(readBy(TEXT(sentence)).judge.statements(TEXT(sentence))).toHaveLength(2);
    },
  );

  it('is not read where it reports an open point', () => {
    const sentence = 'Nothing was found on the fines for tourists in Austria.';
    const judge = createJudge({ ...OPTIONS, open: ['Fines for tourists in Austria'] });
    expect(judge.statements(TEXT(sentence))).toHaveLength(2);
  });

  it('is read beside few quotes, those with its words first', () => {
    const others = Array.from({ length: 20 }, (_one, at) =>
      claimOf(`c${at + 10}`, `Row ${at + 500} is free.`),
    );
    const claims = [...others, ...OPTIONS.claims];
    const text = `${claims.map(({ id }) => `It is so [${id}].`).join('\n')}\nWinter tyres with a tread are needed there.`;
    const statement = createJudge({ ...OPTIONS, claims })
      .statements(text)
      .at(-1);
    expect(statement?.claims).toHaveLength(12);
    expect(statement?.claims[0]?.id).toBe('c1');
  });
});

it('no claim is made by what cites something, so its figures are still compared', () => {
  const text = 'The fine is 70 euros [c2].';
  expect(readBy(text, { verdicts: verdictOn('s1', 'no_claim') }).unverified).toHaveLength(1);
});

describe('a line in bold type', () => {
  it.each(['**In 3 steps**', '__In 3 steps__', '- **Option 2**'])('is a heading: %s', (line) => {
    const text = `${line}\n\nThe fine is 60 euros [c2].`;
    expect(readBy(text).unverified).toEqual([]);
    expect(readBy(text).judge.statements(text)[0]).toMatchObject({ id: 's1', claims: [{ id: 'c2' }] });
    expect(readBy(text, { verdicts: verdictOn('s1', 'contradicted') }).unverified).toHaveLength(1);
  });

  it.each(['**The fine is 70 euros.**', '**70 euros** are **due**'])('is a sentence: %s', (line) => {
    expect(readBy(line).unverified).toHaveLength(1);
  });
});
