import { ImageRun, Paragraph } from 'docx';
import type { Analysis } from '#domain/analysis/analysis.ts';
import { toPngFile } from '../../chart/draw-file.ts';
import { drawFigures, type PaperChart } from '../../chart/paper-chart.ts';
import { shownFigure } from '../../chart/use-shape.ts';
import { figureAt } from '../../evidence/split-figures.ts';
import type { Inline } from '../markdown/read-runs.ts';

/** A chart as a document has it. Sizes are those of the drawing, in pixels. */
export interface Picture extends Omit<PaperChart, 'svg'> {
  readonly png: Uint8Array<ArrayBuffer>;
  readonly title: string;
}

/** Charts by the number of their figure. */
export type Pictures = ReadonlyMap<number, Picture>;

/** Draws the charts of an analysis, each as the person has chosen it. */
export async function drawPictures(analysis: Analysis, runId: string, language: string): Promise<Pictures> {
  const charts = drawFigures(analysis, {
    language,
    shownAs: (figure, query) => shownFigure(runId, figure, query),
  });
  const pictures = charts.map(async ({ n, svg, ...chart }) => {
    const png = new Uint8Array(await (await toPngFile({ svg, ...chart })).arrayBuffer());
    return [n, { ...chart, png }] as const;
  });
  return new Map(await Promise.all(pictures));
}

/** The chart that stands in the place of a paragraph. */
export function pictureAt(runs: readonly Inline[], pictures: Pictures): Picture | undefined {
  const figure = figureAt(runs);
  return figure === undefined ? undefined : pictures.get(figure);
}

/** Pixels between the page margins, of 96 to an inch; of the height, room is left for a title. */
const PAGE = { width: 600, height: 860 };

export function toPicture(
  { png, width, height, title, alternative }: Picture,
  bidirectional: boolean,
): Paragraph {
  const scale = Math.min(1, PAGE.width / width, PAGE.height / height);
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
