import type { Block } from '#web/features/delegation/download/markdown/read-blocks.ts';
import type { Inline } from '#web/features/delegation/download/markdown/read-runs.ts';

/** Letters that nothing separates, of scripts that write spaces: an address, a key, a line of code. */
const LONG = unbroken(40);
/** The same in a cell. */
const LONG_IN_CELL = unbroken(24);

function unbroken(letters: number): RegExp {
  const letter =
    '[^\\s\\u200b\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Myanmar}]';
  return new RegExp(`${letter}{${letters}}(?![\\p{M}\\u200d])(?=${letter})`, 'gu');
}

/** Lets words that may be wider than the page break anywhere, by zero-width spaces: what is past its edge is lost. */
export function breakLongWords(blocks: readonly Block[]): Block[] {
  return blocks.map((block): Block => {
    switch (block.kind) {
      case 'heading':
      case 'paragraph':
        return { ...block, runs: breakRuns(block.runs, LONG) };
      case 'list':
        return { ...block, items: block.items.map(breakLongWords) };
      case 'quote':
        return { ...block, blocks: breakLongWords(block.blocks) };
      case 'code':
        return { ...block, text: breakText(block.text, LONG) };
      case 'table':
        return { ...block, rows: block.rows.map((row) => row.map((cell) => breakRuns(cell, LONG_IN_CELL))) };
      case 'rule':
        return block;
    }
  });
}

const breakRuns = (runs: readonly Inline[], long: RegExp): Inline[] =>
  runs.map((run) => run && { ...run, text: breakText(run.text, long) });

const breakText = (text: string, long: RegExp): string => text.replace(long, '$&\u200b');
