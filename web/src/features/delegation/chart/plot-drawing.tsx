import { type ChartData, type Mark } from './chart-data.ts';
import { widthOf } from './fit-text.ts';
import { DASHES, type Drawn, LETTERS, LINE_HEIGHT, type Place, Words } from './place.tsx';
import { round, roundScale } from './scale.ts';

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
    marks: (
      <>
        {ticks.map(({ tick, text }) => (
          <g key={tick}>
            <path d={`M${left} ${scale.at(tick)}H${width}`} stroke={tick === 0 ? inks.axis : inks.grid} />
            <Words x={left - 8} y={scale.at(tick) + 4} anchor="end">
              {text}
            </Words>
          </g>
        ))}
        {isScatter && (
          <Words x={0} y={10} anchor="start">
            {withName(data.series[0] ?? '', unit)}
          </Words>
        )}
        {isScatter ? (
          <Across {...plot} scale={across} />
        ) : (
          <Labels {...plot} room={kind === 'histogram' ? column : 0} />
        )}
        {kind === 'histogram' ? (
          <Columns {...plot} room={column} />
        ) : kind === 'scatter' ? (
          <Points {...plot} />
        ) : (
          <Lines {...plot} />
        )}
      </>
    ),
  };
}

const withName = (name: string, unit: string): string => (unit === '' ? name : `${name} (${unit})`);

/** Numbers below a scatter chart, and the name of what they count. */
function Across({
  data: { below, format },
  width,
  inks,
  bottom,
  scale,
}: Plot & { scale: ReturnType<typeof roundScale> }) {
  return (
    <>
      {scale.ticks.map((tick, at, { length }) => (
        <g key={tick}>
          <path d={`M${scale.at(tick)} ${TOP}V${bottom}`} stroke={inks.grid} />
          <Words x={scale.at(tick)} y={bottom + LINE_HEIGHT} anchor={at === length - 1 ? 'end' : 'middle'}>
            {format(tick)}
          </Words>
        </g>
      ))}
      <Words x={width} y={bottom + 2 * LINE_HEIGHT} anchor="end">
        {below}
      </Words>
    </>
  );
}

/** As many labels as fit beside each other, evenly spread. */
function Labels({ data: { marks }, width, left, bottom, x }: Plot & { room: number }) {
  const widest = Math.max(...marks.map(({ label }) => widthOf(label, LETTERS))) + 14;
  const most = Math.max(2, Math.floor((width - left) / widest));
  const step = Math.ceil(marks.length / most);
  return marks.map((mark, at) => {
    if (at % step !== 0) return null;
    const place = x(mark, at);
    const half = widthOf(mark.label, LETTERS) / 2;
    const isFirst = place - half < left - 8;
    const isLast = place + half > width;
    return (
      <Words
        key={`${at}-${mark.label}`}
        x={isFirst ? left : isLast ? width : place}
        y={bottom + LINE_HEIGHT + 2}
        anchor={isFirst ? 'start' : isLast ? 'end' : 'middle'}
      >
        {mark.label}
      </Words>
    );
  });
}

function Columns({ data, inks, x, y, room }: Plot & { room: number }) {
  return data.marks.map((mark, at) => {
    const [value] = mark.values;
    if (value == null) return null;
    return (
      <g key={`${at}-${mark.label}`}>
        <title>{`${mark.label}: ${write(value, data)}`}</title>
        <rect
          x={round(x(mark, at) - room * 0.47)}
          width={round(room * 0.94)}
          y={y(value)}
          height={round(y(0) - y(value))}
          fill={inks.data}
        />
        {data.marks.length <= WRITTEN && (
          <Words x={x(mark, at)} y={y(value) - 5} anchor="middle" fill={inks.strong}>
            {data.format(value)}
          </Words>
        )}
      </g>
    );
  });
}

function Points({ data, inks, x, y }: Plot) {
  return data.marks.map((mark, at) => {
    const [value] = mark.values;
    return value == null ? null : (
      <circle
        key={`${at}-${mark.x}`}
        cx={x(mark, at)}
        cy={y(value)}
        r={4}
        fill={inks.parts[0]}
        fillOpacity={0.75}
      >
        <title>{`${mark.label}, ${write(value, data)}`}</title>
      </circle>
    );
  });
}

function Lines({ data, inks, x, y }: Plot) {
  const { marks, series } = data;
  const isWritten = series.length === 1 && marks.length <= WRITTEN;
  return series.map((name, column) => {
    const points = marks.map((mark, at) => ({ mark, x: x(mark, at), value: mark.values[column] ?? null }));
    return (
      <g key={name}>
        <path
          d={toLine(points.map((point) => [point.x, point.value === null ? null : y(point.value)]))}
          fill="none"
          stroke={inks.parts[column]}
          strokeWidth={2.5}
          strokeLinejoin="round"
          strokeDasharray={DASHES[column]}
        />
        {points.map(({ mark, value, ...place }, at) =>
          value === null ? null : (
            <g key={`${at}-${mark.label}`}>
              {/* A point between two missing values has no line. */}
              <circle cx={place.x} cy={y(value)} r={marks.length <= 40 ? 3.5 : 1.5} fill={inks.parts[column]}>
                <title>{`${mark.label}: ${write(value, data)}`}</title>
              </circle>
              {isWritten && (
                <Words
                  x={place.x}
                  y={y(value) - 9}
                  anchor={at === 0 ? 'start' : at === marks.length - 1 ? 'end' : 'middle'}
                  fill={inks.strong}
                  halo={inks.ground}
                >
                  {data.format(value)}
                </Words>
              )}
            </g>
          ),
        )}
      </g>
    );
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
