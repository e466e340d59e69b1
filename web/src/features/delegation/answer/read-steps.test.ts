import { expect, it } from 'vitest';
import { readSteps } from './read-steps.ts';

const proposed = (markdown: string): string[] =>
  readSteps(markdown)
    .filter(({ isProposed }) => isProposed)
    .map(({ text }) => text);
const all = (markdown: string): string[] => readSteps(markdown).map(({ text }) => text);

it('proposes open boxes, and only them where there are any', () => {
  const answer = 'Options:\n\n1. Train\n2. Bus\n\n## To do\n\n- [ ] Book the *train* by 4 Dec\n- [x] Ask Ann';
  expect(proposed(answer)).toEqual(['Book the train by 4 Dec']);
  expect(all(answer)).toEqual(['Train', 'Bus', 'Book the train by 4 Dec']);
});

it('proposes numbered items of an answer without boxes, and offers the others', () => {
  const answer = '1. Measure the **window**.\n2. Order glass\n\nFacts:\n\n- Glass is 4 mm';
  expect(proposed(answer)).toEqual(['Measure the window.', 'Order glass']);
  expect(all(answer)).toHaveLength(3);
});

it('takes the innermost items, the first paragraph of each, and words without their marks', () => {
  const answer =
    '1. Prepare\n   - Buy `paint` [at the shop](https://shop.example)[^1]\n   - ![a brush](x.png)\n2. Paint\n\n   Two coats.\n\n[^1]: Note';
  expect(all(answer)).toEqual(['Buy paint at the shop', 'Paint']);
});

it('reads no code, table or prose', () => {
  expect(readSteps('- \n\n```\n- [ ] no\n```\n\n| a |\n|---|\n| b |\n\nProse - with a dash')).toEqual([]);
});

it('leaves out the marks of sources and of unsupported sentences, and keeps other brackets', () => {
  const answer = '- Fill the holes.[1][3]\n- Keep form [7]. [?] And the keys.\n- [3]';
  expect(
    readSteps(
      answer,
      [1, 3].map((n) => ({ n, url: '' })),
    ).map(({ text }) => text),
  ).toEqual(['Fill the holes.', 'Keep form [7]. And the keys.']);
});

it('takes no source for something to do: those of a research, and the links of a web search', () => {
  const sources = [
    { n: 1, url: 'https://tyres.example/rules (2026)' },
    { n: 2, url: 'https://tyres.example/prices' },
  ];
  const list =
    '1. [Winter tyres: the rules](https://tyres.example/rules%20%282026%29), 20 November 2026\n2. [Prices](https://tyres.example/prices)';
  const written = 'Do this:\n\n1. Compare [offers](https://tyres.example/prices) by Friday\n2. Book a date';
  expect(readSteps(`${written}\n\n---\n\n${list}`, sources).map(({ text }) => text)).toEqual([
    'Compare offers by Friday',
    'Book a date',
  ]);
  const links =
    '1. **[Prices](https://tyres.example/prices)**, 20 November 2026\n\n   A set costs 400 euros.\n\n   > “400 euros”';
  expect(readSteps(links, sources)).toEqual([]);
});
