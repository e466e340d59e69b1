import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PAPER_INKS, SCREEN_INKS } from './inks.ts';

const TOKENS = readFileSync(new URL('../../../styles/tokens.css', import.meta.url), 'utf8');

/** Both of `--data: light-dark(#968d7d, #7d7568)`. */
const coloursOf = (ink: string): string[] => {
  const token = /var\((.*)\)/.exec(ink)?.[1] ?? '';
  const found = new RegExp(`^  ${token}: light-dark\\((#\\w+), (#\\w+)\\)`, 'm').exec(TOKENS);
  return found?.slice(1) ?? [];
};
const lightOf = (ink: string): string | undefined => coloursOf(ink)[0];

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

it('files have the colours of the light scheme', () => {
  const { parts, font: _font, ...inks } = SCREEN_INKS;
  const { parts: paperParts, font: _paperFont, ...paper } = PAPER_INKS;
  expect(Object.values(inks).map(lightOf)).toEqual(Object.values(paper));
  expect(parts.map(lightOf)).toEqual(paperParts);
});

it.each([0, 1])('each series is seen on its ground, in scheme %i', (scheme) => {
  const ground = coloursOf(SCREEN_INKS.ground)[scheme] ?? '';
  const parts = SCREEN_INKS.parts.map((part) => coloursOf(part)[scheme] ?? '');
  expect(new Set(parts).size).toBe(parts.length);
  for (const part of parts) expect(contrast(part, ground), part).toBeGreaterThanOrEqual(3);
});
