import { ImageRun, Paragraph } from 'docx';
import type { Analysis } from '#domain/analysis/analysis.ts';
import { isChart } from '../../chart/chart-choices.ts';
import { toChartData } from '../../chart/chart-data.ts';
import { drawChart, toPngFile } from '../../chart/draw-file.tsx';
import { shownFigure } from '../../chart/use-shape.ts';
import { figureOf } from '../../evidence/split-figures.ts';
import type { Inline } from '../markdown/read-runs.ts';

/** A chart as a document has it. Sizes are those of the drawing, in pixels. */
export interface Picture {
  readonly png: Uint8Array<ArrayBuffer>;
  readonly width: number;
  readonly height: number;
  readonly title: string;
  /** What it shows, in words. */
  readonly alternative: string;
}

/** Charts by the number of their figure. */
export type Pictures = ReadonlyMap<number, Picture>;

/** Draws the figures of an analysis that are shown as charts, each as the person has chosen it. */
export async function drawPictures(
  { figures, queries }: Analysis,
  runId: string,
  language: string,
): Promise<Pictures> {
  const drawn = figures.flatMap((figure) => {
    const query = queries.find(({ n }) => n === figure.query);
    if (!query) return [];
    const { shape, unit, subtitle } = shownFigure(runId, figure, query);
    if (!isChart(shape)) return [];
    const data = toChartData(shape, query, unit, language);
    // The document writes the title itself, so that it can be found and copied.
    return [{ figure, chart: drawChart({ data, title: null, subtitle }) }];
  });
  const pictures = drawn.map(async ({ figure: { n, title }, chart }) => {
    const png = new Uint8Array(await (await toPngFile(chart)).arrayBuffer());
    return [
      n,
      { png, title, width: chart.width, height: chart.height, alternative: chart.alternative },
    ] as const;
  });
  return new Map(await Promise.all(pictures));
}

/** The chart that stands in the place of a paragraph. */
export function pictureAt(runs: readonly Inline[], pictures: Pictures): Picture | undefined {
  const [mark, ...others] = runs;
  const figure = mark && others.length === 0 ? figureOf(mark.text) : undefined;
  return figure === undefined ? undefined : pictures.get(figure);
}

/** Pixels between the page margins, of 96 to an inch. */
const PAGE_WIDTH = 600;

export function toPicture(
  { png, width, height, title, alternative }: Picture,
  bidirectional: boolean,
): Paragraph {
  const scale = Math.min(1, PAGE_WIDTH / width);
  return new Paragraph({
    bidirectional,
    children: [
      new ImageRun({
        type: 'png',
        data: png,
        transformation: { width: Math.round(width * scale), height: Math.round(height * scale) },
        altText: { name: title, title, description: alternative },
      }),
    ],
  });
}
