import type { Figure } from '#domain/analysis.ts';
import { withUnit } from './bar-chart.tsx';
import type { FigureValues, Format } from './figure-values.ts';

/** Viewport of the plot, which is stretched to its box; the labels are not. */
const WIDTH = 1000;
const HEIGHT = 400;
const DASHES = [undefined, '7 5', '1 5', '12 4 2 4'] as const;
/** Above this many points, value labels would overlap. */
const WRITTEN = 8;

interface PlotProps {
  kind: Figure['kind'];
  title: string;
  figure: FigureValues;
  format: Format;
  unit: string;
}

/** A line, scatter or column chart between two axes, above its table. */
export function PlotChart({ kind, title, figure, format, unit }: PlotProps) {
  const { marks, series, low, high } = figure;
  const [first, last] = [marks[0], marks.at(-1)];
  const middle = marks.length > 4 ? marks[Math.floor(marks.length / 2)] : undefined;
  const isScatter = kind === 'scatter';
  const ends = isScatter ? toEnds(marks.map(({ x }) => x)) : undefined;
  return (
    <div dir="ltr">
      {series.length > 1 && <Legend series={series} />}
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
        <div className="type-slip flex flex-col justify-between text-end text-text-2" aria-hidden>
          <span>{withUnit(format(high), unit)}</span>
          <span>{withUnit(format(low), unit)}</span>
        </div>
        <div className="border-s border-b border-line-strong py-2.5">
          <svg
            role="img"
            aria-label={title}
            viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
            preserveAspectRatio="none"
            className="block h-50 w-full overflow-visible md:h-60"
          >
            {low < 0 && high > 0 && (
              <path
                d={`M0 ${(high / (high - low)) * HEIGHT}h${WIDTH}`}
                vectorEffect="non-scaling-stroke"
                className="stroke-line-strong"
              />
            )}
            <Marks kind={kind} figure={figure} />
          </svg>
        </div>
        <span />
        <div className="type-slip mt-1 flex justify-between gap-2 text-text-2" aria-hidden>
          {ends ? (
            <>
              <span>{format(ends.low)}</span>
              <span>{format(ends.high)}</span>
            </>
          ) : (
            <>
              <span>{first?.label}</span>
              {middle && <span>{middle.label}</span>}
              <span>{last?.label}</span>
            </>
          )}
        </div>
      </div>
      {!isScatter && marks.length <= WRITTEN && series.length === 1 && (
        <dl className="type-slip mt-2 flex flex-wrap gap-x-4 text-text-2">
          {marks.map(({ label, values: [value = null] }, at) => (
            <div key={`${at}-${label}`} className="flex gap-1.5">
              <dt>{label}</dt>
              <dd className="font-semibold text-text">{withUnit(format(value), unit)}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

function Marks({ kind, figure: { marks, series, low, high } }: Pick<PlotProps, 'kind' | 'figure'>) {
  const y = (value: number): number => HEIGHT - ((value - low) / (high - low || 1)) * HEIGHT;
  if (kind === 'histogram') {
    const width = WIDTH / marks.length;
    return marks.map(({ label, values: [value = null] }, at) => (
      <rect
        key={`${at}-${label}`}
        x={at * width + width * 0.04}
        width={width * 0.92}
        y={y(value ?? 0)}
        height={HEIGHT - y(value ?? 0)}
        className="fill-data"
      />
    ));
  }
  const ends = toEnds(marks.map((mark) => mark.x));
  const x = (value: number): number => ((value - ends.low) / (ends.high - ends.low || 1)) * WIDTH;
  if (kind === 'scatter') {
    return marks.map(({ x: place, values: [value = null] }, at) =>
      value === null ? null : (
        // A zero-length line with round caps stays round in a stretched viewport.
        <path
          key={`${at}-${place}`}
          d={`M${x(place)} ${y(value)}h0`}
          strokeWidth={7}
          strokeLinecap="round"
          vectorEffect="non-scaling-stroke"
          className="stroke-data"
        />
      ),
    );
  }
  return series.map((name, column) => (
    <path
      key={name}
      d={toLine(
        marks.map(({ x: place, values }) => [x(place), values[column] ?? null]),
        y,
      )}
      fill="none"
      strokeWidth={2.5}
      strokeLinejoin="round"
      strokeDasharray={DASHES[column]}
      vectorEffect="non-scaling-stroke"
      className={column === 0 ? 'stroke-data-focus' : 'stroke-data'}
    />
  ));
}

/** Breaks the line at missing values. */
function toLine(
  points: readonly (readonly [x: number, value: number | null])[],
  y: (value: number) => number,
): string {
  let isBroken = true;
  return points
    .map(([x, value]) => {
      if (value === null) {
        isBroken = true;
        return '';
      }
      const step = `${isBroken ? 'M' : 'L'}${x.toFixed(1)} ${y(value).toFixed(1)}`;
      isBroken = false;
      return step;
    })
    .join('');
}

function Legend({ series }: { series: readonly string[] }) {
  return (
    <ul className="type-meta mb-2 flex flex-wrap gap-x-4 gap-y-1">
      {series.map((name, at) => (
        <li key={name} className="flex items-center gap-1.5">
          <svg aria-hidden width="24" height="8">
            <path
              d="M0 4h24"
              strokeWidth={2.5}
              strokeDasharray={DASHES[at]}
              className={at === 0 ? 'stroke-data-focus' : 'stroke-data'}
            />
          </svg>
          <bdi>{name}</bdi>
        </li>
      ))}
    </ul>
  );
}

function toEnds(values: readonly number[]): { low: number; high: number } {
  return { low: Math.min(...values), high: Math.max(...values) };
}
