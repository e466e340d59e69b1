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
  expect(readSteps(answer, new Set([1, 3])).map(({ text }) => text)).toEqual([
    'Fill the holes.',
    'Keep form [7]. And the keys.',
  ]);
});
