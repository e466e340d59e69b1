import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PAPER_INKS, SCREEN_INKS } from './inks.ts';

const TOKENS = readFileSync(new URL('../../../styles/tokens.css', import.meta.url), 'utf8');

/** The light one of `--data: light-dark(#968d7d, #7d7568)`. */
const lightOf = (ink: string): string | undefined => {
  const token = /var\((.*)\)/.exec(ink)?.[1] ?? '';
  return new RegExp(`^  ${token}: light-dark\\((#\\w+),`, 'm').exec(TOKENS)?.[1];
};

it('files have the colours of the light scheme', () => {
  const { parts, font: _font, ...inks } = SCREEN_INKS;
  const { parts: paperParts, font: _paperFont, ...paper } = PAPER_INKS;
  expect(Object.values(inks).map(lightOf)).toEqual(Object.values(paper));
  expect(parts.map(lightOf)).toEqual(paperParts);
});
