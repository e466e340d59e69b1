import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { alternativeText } from './alternative-text.ts';
import type { ChartData } from './chart-data.ts';
import { Drawing } from './drawing.tsx';
import { PAPER_INKS } from './inks.ts';

/** In pixels: of a column of text on paper. */
const WIDTH = 680;
/** Pixels of a picture for each of the drawing, so that it stays sharp in print. */
const SHARPNESS = 2;

export interface ChartToSave {
  readonly data: ChartData;
  /** Null if it is written beside the drawing. */
  readonly title: string | null;
  readonly subtitle: string | null;
}

export interface DrawnChart {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
  readonly alternative: string;
}

/** Draws a chart for a file: in the colours of the light scheme, on a ground of its own. */
export function drawChart({ data, title, subtitle }: ChartToSave): DrawnChart {
  const place = document.createElement('div');
  const root = createRoot(place);
  const alternative = alternativeText(data);
  flushSync(() =>
    root.render(
      <Drawing
        data={data}
        width={WIDTH}
        inks={PAPER_INKS}
        alternative={alternative}
        heading={{ title, subtitle }}
      />,
    ),
  );
  const drawing = place.querySelector('svg');
  if (!drawing) throw new Error('a chart was not drawn');
  const svg = new XMLSerializer().serializeToString(drawing);
  const [width, height] = [Number(drawing.getAttribute('width')), Number(drawing.getAttribute('height'))];
  root.unmount();
  return { svg, width, height, alternative };
}

export function writeChart(format: 'svg' | 'png', chart: ChartToSave): Promise<Blob> {
  const drawn = drawChart(chart);
  return format === 'svg' ? Promise.resolve(toSvgFile(drawn)) : toPngFile(drawn);
}

const toSvgFile = ({ svg }: DrawnChart): Blob => new Blob([svg], { type: 'image/svg+xml' });

/** Paints a drawing as a picture. */
export async function toPngFile(chart: DrawnChart): Promise<Blob> {
  const url = URL.createObjectURL(toSvgFile(chart));
  try {
    const picture = new Image();
    picture.src = url;
    await picture.decode();
    const canvas = document.createElement('canvas');
    canvas.width = chart.width * SHARPNESS;
    canvas.height = chart.height * SHARPNESS;
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const png = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
    if (!png) throw new Error('a chart could not be painted');
    return png;
  } finally {
    URL.revokeObjectURL(url);
  }
}
