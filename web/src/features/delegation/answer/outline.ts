import { splitBlocks } from './split-blocks.ts';

/** A heading of an answer: its depth (0 is the top level), and whether it is the answer's own title. */
export interface OutlineEntry {
  readonly depth: number;
  readonly isTitle: boolean;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const HEADING = /^ {0,3}(#{1,6})(\s|$)/;

/**
 * Headings of an answer in order. Models start at any level and skip some, which screen readers announce as
 * missing sections, so depths are closed up. The first heading is the title if it alone has the top level;
 * several headings at the top are sections, however many `#` they have.
 */
export function outlineOf(markdown: string): OutlineEntry[] {
  const levels = headingLevels(markdown);
  const top = Math.min(...levels);
  const hasTitle = levels[0] === top && levels.filter((level) => level === top).length === 1;
  let last = -1;
  return levels.map((level, index) => {
    last = Math.min(level - top, last + 1);
    return { depth: last, isTitle: hasTitle && index === 0 };
  });
}

/** A part of an answer that is rendered separately, with its share of the outline. */
export interface OutlinedBlock {
  readonly markdown: string;
  readonly headings: readonly OutlineEntry[];
}

export function outlineBlocks(markdown: string): OutlinedBlock[] {
  const outline = outlineOf(markdown);
  return splitBlocks(markdown).map((block) => ({
    markdown: block,
    headings: outline.splice(0, headingLevels(block).length),
  }));
}

function headingLevels(markdown: string): number[] {
  const levels: number[] = [];
  let fence: string | undefined;
  for (const line of markdown.split('\n')) {
    const mark = FENCE.exec(line)?.[1];
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence)) fence = undefined;
    const heading = fence === undefined ? HEADING.exec(line)?.[1] : undefined;
    if (heading) levels.push(heading.length);
  }
  return levels;
}
