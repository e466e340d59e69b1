import { expect, it } from 'vitest';
import { NOT_BEGUN } from '../second-reader/second-reading.ts';
import { type CheckedText, type CheckOptions, checkText, notComputed } from './check-text.ts';
import type { Claim } from './claim.ts';
import { namedFigures } from './compute-figure.ts';

const claim = (id: string, text: string, quote = text): Claim => ({
  id,
  source: `s${id.slice(1)}`,
  text,
  quote,
  around: quote,
  verdict: 'exact',
  answers: [],
});

const CLAIMS = [
  claim('c1', 'The fine on the A22 starts at 87 euros.', 'The fine starts at 87 euros'),
  claim('c2', 'In towns the fine starts at 41 euros.', 'mindestens 41 Euro'),
  claim('c3', 'With 4 mm of tread it takes 12 metres more than with 8 mm.'),
  claim('c4', 'The rent rose from 1,240 to 1,300.50 euros on 1 November 2026.'),
  claim('c5', 'It sold 900 of them.', 'It sold a few of them'),
  claim('c6', 'Nothing was left: 0 tyres.'),
];

const check = (text: string, options: Partial<CheckOptions> = {}): CheckedText =>
  checkText(text, { claims: CLAIMS, language: 'en', given: [], today: '2026-11-23', ...options });

it.each([
  ['c1', 'c1 = 87'],
  ['c3', 'c3.1 = 4, c3.2 = 12, c3.3 = 8'],
  ['c4', 'c4.1 = 1240, c4.2 = 1300.5'],
  ['c5', ''],
])('names the figures of %s that stand in its quote, and no dates', (id, names) => {
  const figures = CLAIMS.filter((each) => each.id === id).flatMap((each) => namedFigures(each, 'en'));
  expect(figures.map(({ name, value }) => `${name} = ${value}`).join(', ')).toBe(names);
});

it('names no figure that may be a thousand or a decimal', () => {
  const rent = claim('c1', 'Die Miete ist 1.240 Euro.');
  expect(namedFigures(rent, 'de')).toEqual([{ name: 'c1', value: 1240 }]);
  expect(namedFigures(rent, 'en')).toEqual([]);
});

it.each([
  ['{{= c1 - c2}} euros more', '46 euros more', [1, 2]],
  ['{{c3.3 - c3.1}} mm less', '4 mm less', [1]],
  ['{{= c4.2 - c4.1 | round:0}} euros', '61 euros', [1]],
  ['{{= c4.2 * 12}} euros a year', '15,606 euros a year', [1]],
  ['{{= (c1 - c2) / c2 | percent}} more', '112.2% more', [1, 2]],
])('computes %s', (said, shown, numbers) => {
  const { markdown, unverified, cited } = check(`That is ${said}.`);
  expect(markdown).toBe(`That is ${shown}.${numbers.map((number) => `[${number}]`).join('')}`);
  expect(unverified).toEqual([]);
  expect(cited).toHaveLength(numbers.length);
});

it.each([
  ['a claim that there is not', '{{= c1 - c9}}'],
  ['a claim of several figures', '{{= c3 - c2}}'],
  ['a figure that its claim has not', '{{= c1 - c3.4}}'],
  ['a figure that does not stand in the quote', '{{= c5 - c1}}'],
  ['a number of the writer’s own', '{{= c1 - 30}}'],
  ['no claim at all', '{{= 87 - 41}}'],
  ['a division by nothing', '{{= c1 / c6}}'],
  ['something that is no arithmetic', '{{= c1 ** c2}}'],
  ['words', '{{= the sum of all}}'],
  ['a style that nothing has', '{{= c1 - c2 | bold}}'],
])('shows no figure of %s', (_what, computation) => {
  const checked = check(`It is wintry. The difference is ${computation} euros [c1, c2]. Drive well.`);
  expect(checked.markdown).toBe('It is wintry. Drive well.');
  expect(notComputed(checked)).toEqual([{ key: 'sentences_left_out', params: { count: 1 } }]);
});

it('marks a figure that stands beside a computed one', () => {
  const { unverified } = check('It is {{= c1 - c2}} euros more in 53 places [c1, c2].');
  expect(unverified).toEqual(['It is 46 euros more in 53 places.']);
});

it('has the sentence read a second time, with its figure, and computes in a correction', () => {
  const not = { ...NOT_BEGUN, verdicts: new Map([['s1', { is: 'contradicted' } as const]]) };
  const text = 'In towns it is {{= c1 - c2}} euros more.';
  expect(check(text, { reading: not }).unverified).toEqual(['In towns it is 46 euros more.']);
  const corrected = {
    ...not,
    corrections: new Map([['s1', 'On the motorway it is {{= c1 - c2}} euros more [c1, c2].']]),
    again: new Map([['s1', { is: 'supported' } as const]]),
  };
  expect(check(text, { reading: corrected }).markdown).toBe('On the motorway it is 46 euros more.[1][2]');
  const wrong = { ...corrected, corrections: new Map([['s1', 'It is {{= c1 - c9}} euros [c1].']]) };
  expect(check(text, { reading: wrong }).unverified).toEqual(['In towns it is 46 euros more.']);
});
