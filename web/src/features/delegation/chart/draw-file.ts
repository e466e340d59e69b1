import { type ChartToSave, drawOnPaper, type PaperChart } from './paper-chart.ts';

/** Pixels of a picture for each of the drawing, so that it stays sharp in print. */
const SHARPNESS = 2;

export function writeChart(format: 'svg' | 'png', chart: ChartToSave): Promise<Blob> {
  const drawn = drawOnPaper(chart);
  return format === 'svg' ? Promise.resolve(toSvgFile(drawn)) : toPngFile(drawn);
}

const toSvgFile = ({ svg }: PaperChart): Blob => new Blob([svg], { type: 'image/svg+xml' });

/** Paints a drawing as a picture. */
export async function toPngFile(chart: PaperChart): Promise<Blob> {
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
