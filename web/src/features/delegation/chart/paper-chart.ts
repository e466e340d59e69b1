import type { Analysis, Figure, RanQuery } from '#domain/analysis/analysis.ts';
import { toStorable } from '../download/markdown/read-runs.ts';
import { alternativeText } from './alternative-text.ts';
import { type FigureShape, isChart } from './chart-choices.ts';
import { type ChartData, toChartData } from './chart-data.ts';
import { drawChart } from './drawing.ts';
import { PAPER_INKS } from './inks.ts';
import { writeSvg } from './write-svg.ts';

/** In pixels: of a column of text on paper. */
const WIDTH = 680;

export interface ChartToSave {
  readonly data: ChartData;
  /** Null if it is written beside the drawing. */
  readonly title: string | null;
  readonly subtitle: string | null;
}

/** A chart for a file, with its size in pixels. */
export interface PaperChart {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
  /** What it shows, in words. */
  readonly alternative: string;
}

/** Draws a chart for a file: in the colours of the light scheme, on a ground of its own. */
export function drawOnPaper({ data, title, subtitle }: ChartToSave, font = PAPER_INKS.font): PaperChart {
  const alternative = toStorable(alternativeText(data));
  const { node, width, height } = drawChart({
    data,
    width: WIDTH,
    inks: { ...PAPER_INKS, font },
    alternative,
    heading: { title, subtitle },
  });
  return { svg: writeSvg(node), width, height, alternative };
}

/** How a figure is shown. */
export interface ShownFigure {
  readonly shape: FigureShape;
  /** The rows of the query, or what they were put together to. */
  readonly result: RanQuery;
  readonly unit: string;
  /** Names the columns, where they aren't those that the title is about, and how rows were put together. */
  readonly subtitle: string | null;
}

interface FiguresPlace {
  readonly language: string;
  /** Where the file's reader has not those of `PAPER_INKS`. */
  readonly font?: string;
  readonly shownAs: (figure: Figure, query: RanQuery) => ShownFigure;
}

/**
 * Draws the figures of an analysis that are shown as charts. Their titles are left to the document, so that they can
 * be found and copied.
 */
export function drawFigures(
  { figures, queries }: Analysis,
  { language, font, shownAs }: FiguresPlace,
): (PaperChart & Pick<Figure, 'n' | 'title'>)[] {
  return figures.flatMap((figure) => {
    const query = queries.find(({ n }) => n === figure.query);
    if (!query) return [];
    const { shape, result, unit, subtitle } = shownAs(figure, query);
    if (!isChart(shape)) return [];
    const data = toChartData(shape, result, unit, language);
    return [{ n: figure.n, title: figure.title, ...drawOnPaper({ data, title: null, subtitle }, font) }];
  });
}
