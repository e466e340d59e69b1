import { breakText, widthOf } from './fit-text.ts';
import { DASHES, type Drawn, LETTERS, LINE_HEIGHT, type Place, words } from './place.ts';
import { drawPlot } from './plot-drawing.ts';
import { drawRows } from './rows-drawing.ts';
import { type SvgNode, svg } from './svg.ts';

interface Heading {
  readonly title: string | null;
  readonly subtitle: string | null;
}

interface DrawingPlace extends Place {
  /** Says in words what is drawn. */
  readonly alternative: string;
  /** Written above the drawing in a file, which has no page around it. */
  readonly heading?: Heading;
}

/** A drawing with its size in pixels. */
export interface Drawing {
  readonly node: SvgNode;
  readonly width: number;
  readonly height: number;
}

const HEADING = 15;
const MARGIN = 20;

/** A chart as SVG, on screen and in files. */
export function drawChart({ data, width, inks, alternative, heading }: DrawingPlace): Drawing {
  const place = { data, width, inks };
  const head = heading ? drawHeading(heading, place) : { height: 0, marks: null };
  const legend = drawLegend(place);
  const isInRows = data.kind === 'bar' || data.kind === 'stacked' || data.kind === 'box';
  const chart = (isInRows ? drawRows : drawPlot)(place);
  const margin = heading ? MARGIN : 0;
  const box = {
    x: -margin,
    y: -margin,
    width: width + 2 * margin,
    height: head.height + legend.height + chart.height + 2 * margin,
  };
  const node = svg(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      role: 'img',
      'aria-label': alternative,
      viewBox: `${box.x} ${box.y} ${box.width} ${box.height}`,
      width: heading ? box.width : '100%',
      height: heading && box.height,
      fontFamily: inks.font,
      fontSize: LETTERS,
      fill: inks.text,
      direction: 'ltr',
    },
    heading && [
      heading.title !== null && svg('title', {}, heading.title),
      svg('desc', {}, alternative),
      svg('rect', { ...box, fill: inks.ground }),
    ],
    head.marks,
    svg('g', { transform: `translate(0 ${head.height})` }, legend.marks),
    svg('g', { transform: `translate(0 ${head.height + legend.height})` }, chart.marks),
  );
  return { node, width: box.width, height: box.height };
}

function drawHeading({ title, subtitle }: Heading, { data, width, inks }: Place): Drawn {
  if (title === null && subtitle === null) return { height: 0, marks: null };
  const lines = title === null ? [] : breakText(title, HEADING, width, 3);
  const height = lines.length * (HEADING + 5);
  const place = data.isRightToLeft
    ? ({ x: width, anchor: 'end' } as const)
    : ({ x: 0, anchor: 'start' } as const);
  const look = { fill: inks.strong, fontSize: HEADING, fontWeight: 600 };
  return {
    height: height + (subtitle === null ? 0 : LINE_HEIGHT) + 12,
    marks: [
      lines.map((line, at) => words(line, { ...place, ...look, y: (at + 1) * (HEADING + 5) - 5 })),
      subtitle !== null && words(subtitle, { ...place, y: height + LETTERS }),
    ],
  };
}

/** Names of several series, in as many lines as they need. */
function drawLegend({ data: { kind, series }, width, inks }: Place): Drawn {
  if (series.length < 2 || kind === 'box') return { height: 0, marks: null };
  let [x, y] = [0, 0];
  const marks = series.map((name, at) => {
    const sign = kind === 'line' ? 26 : 12;
    const room = sign + 6 + widthOf(name, LETTERS) + 18;
    if (x > 0 && x + room > width) [x, y] = [0, y + 20];
    const begin = x;
    x += room;
    return svg(
      'g',
      { transform: `translate(${Math.round(begin)} ${y})` },
      kind === 'line'
        ? svg('path', { d: 'M0 7h24', stroke: inks.parts[at], strokeWidth: 2.5, strokeDasharray: DASHES[at] })
        : svg('rect', { y: 1, width: 12, height: 12, fill: inks.parts[at] }),
      words(name, { x: sign + 6, y: 11, anchor: 'start' }),
    );
  });
  return { height: y + 28, marks };
}
