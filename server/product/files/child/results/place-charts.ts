import type { PaperChart } from '#web/features/delegation/chart/paper-chart.ts';
import type { Block } from '#web/features/delegation/download/markdown/read-blocks.ts';
import { figureAt } from '#web/features/delegation/evidence/split-figures.ts';

/** Charts by the number of their figure. */
export type Charts = ReadonlyMap<number, PaperChart>;

/** `sticky`: isn't left alone at the end of a page. */
export type PaperBlock = (Block & { readonly sticky?: true }) | ChartBlock;

interface ChartBlock {
  readonly kind: 'chart';
  readonly svg: string;
  readonly alternative: string;
  /** Share of the width of the text: all of it, unless it would then be higher than a page. */
  readonly share: number;
}

/** Height by width of the text on a page, with room for a title above the chart. */
const PAGE_SHAPE = 1.42;

/** Puts charts where their figures are, and keeps the title of a figure with it. */
export function placeCharts(blocks: readonly Block[], charts: Charts): PaperBlock[] {
  const placed = blocks.map((block): PaperBlock => {
    const figure = block.kind === 'paragraph' ? figureAt(block.runs) : undefined;
    const chart = figure === undefined ? undefined : charts.get(figure);
    return chart ? toBlock(chart) : block;
  });
  return placed.map((block, at) =>
    block.kind === 'paragraph' && isFigure(placed[at + 1]) ? { ...block, sticky: true } : block,
  );
}

function toBlock({ svg, alternative, width, height }: PaperChart): ChartBlock {
  return { kind: 'chart', svg, alternative, share: Math.min(1, (PAGE_SHAPE * width) / height) };
}

const isFigure = (block: PaperBlock | undefined): boolean =>
  block?.kind === 'table' || block?.kind === 'chart';
