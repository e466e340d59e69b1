import type { Block } from '#web/features/delegation/download/markdown/read-blocks.ts';

/** Cells of all tables of a file: 12,000 take 200 MB and some seconds to set, and 100 pages. */
export const MOST_CELLS = 12_000;

/** Ends tables that nobody reads on paper, each with its number of rows. */
export function shortenTables(blocks: readonly Block[]): Block[] {
  let left = MOST_CELLS;
  const shorten = (block: Block): Block => {
    if (block.kind === 'list') return { ...block, items: block.items.map((item) => item.map(shorten)) };
    if (block.kind === 'quote') return { ...block, blocks: block.blocks.map(shorten) };
    if (block.kind !== 'table') return block;
    const { rows, widths } = block;
    const most = Math.max(2, Math.floor(left / widths.length));
    left -= Math.min(most, rows.length) * widths.length;
    if (rows.length <= most) return block;
    const end = widths.map((_width, at) => (at === 0 ? [{ text: `… (${rows.length - 1})` }] : []));
    return { ...block, rows: [...rows.slice(0, most), end] };
  };
  return blocks.map(shorten);
}

/** Cells of all tables. */
export function countCells(blocks: readonly Block[]): number {
  return blocks.reduce((sum, block) => {
    if (block.kind === 'table') return sum + block.rows.length * block.widths.length;
    if (block.kind === 'quote') return sum + countCells(block.blocks);
    return block.kind === 'list' ? sum + countCells(block.items.flat()) : sum;
  }, 0);
}
