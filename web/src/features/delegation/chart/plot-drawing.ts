import { type ChartData, type Mark } from './chart-data.ts';
import { widthOf } from './fit-text.ts';
import { DASHES, type Drawn, LETTERS, LINE_HEIGHT, type Place, words } from './place.ts';
import { round, roundScale, type Scale } from './scale.ts';
import { type SvgChild, svg } from './svg.ts';

/** Above this many points, values beside them would overlap. */
const WRITTEN = 8;
const TOP = 20;
const BELOW = 26;

interface Plot extends Place {
  readonly x: (mark: Mark, index: number) => number;
  readonly y: (value: number) => number;
  readonly left: number;
  readonly bottom: number;
}

/** Lines, points or columns above an axis of times, numbers or ranges. */
export function drawPlot({ data, width, inks }: Place): Drawn {
  const { kind, marks, low, high, format, unit } = data;
  const isScatter = kind === 'scatter';
  const height = Math.round(Math.min(300, Math.max(200, width * 0.45)));
  const bottom = height - BELOW - (isScatter ? LINE_HEIGHT : 0);
  const scale = roundScale(low, high, bottom, TOP, 4);
  const ticks = scale.ticks.map((tick, at, { length }) => ({
    tick,
    text: at === length - 1 && !isScatter ? format(tick, unit) : format(tick),
  }));
  const left = Math.ceil(Math.max(...ticks.map(({ text }) => widthOf(text, LETTERS)))) + 10;
  const right = width - 10;
  const places = marks.map(({ x }) => x);
  const [first, last] = [Math.min(...places), Math.max(...places)];
  const across = roundScale(first, last, left, right, Math.max(2, Math.floor(width / 120)));
  const column = (right - left) / marks.length;
  const x = (mark: Mark, index: number): number => {
    if (kind === 'histogram') return round(left + (index + 0.5) * column);
    if (isScatter) return across.at(mark.x);
    return round(left + 8 + ((mark.x - first) / (last - first || 1)) * (right - left - 16));
  };
  const plot: Plot = { data, width, inks, x, y: scale.at, left, bottom };
  return {
    height,
    marks: [
      ticks.map(({ tick, text }) => [
        svg('path', {
          d: `M${left} ${scale.at(tick)}H${width}`,
          stroke: tick === 0 ? inks.axis : inks.grid,
        }),
        words(text, { x: left - 8, y: scale.at(tick) + 4, anchor: 'end' }),
      ]),
      isScatter && words(withName(data.series[0] ?? '', unit), { x: 0, y: 10, anchor: 'start' }),
      isScatter ? drawAcross(plot, across) : drawLabels(plot),
      kind === 'histogram' ? drawColumns(plot, column) : isScatter ? drawPoints(plot) : drawLines(plot),
    ],
  };
}

const withName = (name: string, unit: string): string => (unit === '' ? name : `${name} (${unit})`);

/** Numbers below a scatter chart, and the name of what they count. */
function drawAcross({ data: { below, formatBelow }, width, inks, bottom }: Plot, scale: Scale): SvgChild {
  return [
    scale.ticks.map((tick, at, { length }) => [
      svg('path', { d: `M${scale.at(tick)} ${TOP}V${bottom}`, stroke: inks.grid }),
      words(formatBelow(tick), {
        x: scale.at(tick),
        y: bottom + LINE_HEIGHT,
        anchor: at === length - 1 ? 'end' : 'middle',
      }),
    ]),
    words(below, { x: width, y: bottom + 2 * LINE_HEIGHT, anchor: 'end' }),
  ];
}

/** As many labels as fit beside each other, evenly spread. */
function drawLabels({ data: { marks }, width, left, bottom, x }: Plot): SvgChild {
  const widest = Math.max(...marks.map(({ label }) => widthOf(label, LETTERS))) + 14;
  const most = Math.max(2, Math.floor((width - left) / widest));
  const step = Math.ceil(marks.length / most);
  return marks.map((mark, at) => {
    if (at % step !== 0) return null;
    const place = x(mark, at);
    const half = widthOf(mark.label, LETTERS) / 2;
    const isFirst = place - half < left - 8;
    const isLast = place + half > width;
    return words(mark.label, {
      x: isFirst ? left : isLast ? width : place,
      y: bottom + LINE_HEIGHT + 2,
      anchor: isFirst ? 'start' : isLast ? 'end' : 'middle',
    });
  });
}

/** `room`: pixels for each. */
function drawColumns({ data, inks, x, y }: Plot, room: number): SvgChild {
  return data.marks.map((mark, at) => {
    const [value] = mark.values;
    if (value == null) return null;
    return [
      svg(
        'rect',
        {
          x: round(x(mark, at) - room * 0.47),
          width: round(room * 0.94),
          y: y(value),
          height: round(y(0) - y(value)),
          fill: inks.data,
        },
        svg('title', {}, `${mark.label}: ${write(value, data)}`),
      ),
      data.marks.length <= WRITTEN &&
        words(data.format(value), { x: x(mark, at), y: y(value) - 5, anchor: 'middle', fill: inks.strong }),
    ];
  });
}

function drawPoints({ data, inks, x, y }: Plot): SvgChild {
  return data.marks.map((mark, at) => {
    const [value] = mark.values;
    if (value == null) return null;
    return svg(
      'circle',
      { cx: x(mark, at), cy: y(value), r: 4, fill: inks.parts[0], fillOpacity: 0.75 },
      svg('title', {}, `${mark.label}, ${write(value, data)}`),
    );
  });
}

function drawLines(plot: Plot): SvgChild {
  const { data, inks, x, y } = plot;
  return data.series.map((_name, column) => {
    const points = data.marks.map((mark, at) => ({ x: x(mark, at), value: mark.values[column] ?? null }));
    return [
      svg('path', {
        d: toLine(points.map((point) => [point.x, point.value === null ? null : y(point.value)])),
        fill: 'none',
        stroke: inks.parts[column],
        strokeWidth: 2.5,
        strokeLinejoin: 'round',
        strokeDasharray: DASHES[column],
      }),
      drawDots(plot, column),
    ];
  });
}

/** The points of a line: one between two missing values has no line. */
function drawDots({ data, inks, x, y }: Plot, column: number): SvgChild {
  const { marks, series } = data;
  const isWritten = series.length === 1 && marks.length <= WRITTEN;
  return marks.map((mark, at) => {
    const value = mark.values[column] ?? null;
    if (value === null) return null;
    return [
      svg(
        'circle',
        { cx: x(mark, at), cy: y(value), r: marks.length <= 40 ? 3.5 : 1.5, fill: inks.parts[column] },
        svg('title', {}, `${mark.label}: ${write(value, data)}`),
      ),
      isWritten &&
        words(data.format(value), {
          x: x(mark, at),
          y: y(value) - 9,
          anchor: at === 0 ? 'start' : at === marks.length - 1 ? 'end' : 'middle',
          fill: inks.strong,
          halo: inks.ground,
        }),
    ];
  });
}

const write = (value: number, { format, unit }: ChartData): string => format(value, unit);

/** Breaks the line at missing values. */
function toLine(points: readonly (readonly [x: number, y: number | null])[]): string {
  let isBroken = true;
  return points
    .map(([x, y]) => {
      const step = y === null ? '' : `${isBroken ? 'M' : 'L'}${x} ${y}`;
      isBroken = y === null;
      return step;
    })
    .join('');
}
