import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outlineBlocks, outlineOf } from './outline.ts';

const outline = (markdown: string) =>
  outlineOf(markdown)
    .map(({ depth, isTitle }) => `${depth}${isTitle ? 't' : ''}`)
    .join(' ');

describe('the headings of an answer', () => {
  it('begin with the title if one heading is above all others', () => {
    expect(outline('# All\n\n## One\n\ntext\n\n## Two\n\n### Deep')).toBe('0t 1 1 2');
    expect(outline('### Only')).toBe('0t');
  });

  it('are sections if several are at the top level', () => {
    expect(outline('### One\n\n### Two\n\n#### Deep')).toBe('0 0 1');
    expect(outline('## Small\n\n# Big')).toBe('0 0');
  });

  it('never skip a level on the way down', () => {
    expect(outline('# A\n\n#### B\n\n## C\n\n###### D')).toBe('0t 1 1 2');
    const heading = fc.integer({ min: 1, max: 6 }).map((level) => `${'#'.repeat(level)} x`);
    fc.assert(
      fc.property(fc.array(heading), (lines) => {
        const depths = outlineOf(lines.join('\n\n')).map(({ depth }) => depth);
        expect(depths).toHaveLength(lines.length);
        depths.forEach((depth, index) => expect(depth - (depths[index - 1] ?? -1)).toBeLessThanOrEqual(1));
      }),
    );
  });

  it('are assigned to the block that contains them', () => {
    const blocks = outlineBlocks('## One\n\n- a\n\n## Two\n\n### Deep\n\ntext');
    expect(blocks.map(({ headings }) => headings.map(({ depth }) => depth))).toEqual([[0], [0], [1], []]);
  });

  it('are not recognised inside code', () => {
    expect(outline('```sh\n# comment\n```\n\n## Real\n\n#hashtag')).toBe('0t');
    expect(outline('')).toBe('');
  });
});
