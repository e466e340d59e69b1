import { classNames } from '#web/ui/class-names.ts';
import type { FigureValues, Format } from './figure-values.ts';

const SHADES = ['bg-data', 'bg-data-focus', 'bg-line-strong', 'bg-text-3'] as const;

/** Bars between their names and values; it is a table by itself. */
export function BarChart({ figure, format, unit }: { figure: FigureValues; format: Format; unit: string }) {
  const { marks, low, high } = figure;
  const reach = high - low || 1;
  const written = marks.map(({ values: [value = null] }) =>
    value === null ? format(value) : withUnit(format(value), unit),
  );
  const room = roomFor(written);
  return (
    <dl className="bars">
      {marks.map(({ label, values: [value = null] }, at) => (
        // Labels may repeat.
        <div key={`${at}-${label}`}>
          <dt dir="auto" className="line-clamp-2 wrap-anywhere">
            {label}
          </dt>
          <dd>
            {value !== null && (
              <span
                aria-hidden
                className="bar bg-data"
                style={{
                  inlineSize: `calc(${room} * ${(Math.abs(value) / reach).toFixed(4)})`,
                  marginInlineStart: `calc(${room} * ${((Math.min(0, value) - low) / reach).toFixed(4)})`,
                }}
              />
            )}
            <bdi>{written[at]}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** CSS width left for the bars beside the longest value, in a monospaced font. */
function roomFor(written: readonly string[]): string {
  return `(100% - ${Math.max(8, ...written.map((words) => words.length))}ch - 0.5rem)`;
}

/** Parts of a whole in one bar, with a legend above. */
export function StackedChart({
  figure,
  format,
  unit,
}: {
  figure: FigureValues;
  format: Format;
  unit: string;
}) {
  const { marks, series } = figure;
  const sums = marks.map(({ values }) => values.reduce<number>((sum, value) => sum + (value ?? 0), 0));
  const most = Math.max(...sums) || 1;
  const written = sums.map((sum) => withUnit(format(sum), unit));
  const room = roomFor(written);
  return (
    <>
      <ul className="type-meta mb-2 flex flex-wrap gap-x-4 gap-y-1">
        {series.map((name, at) => (
          <li key={name} className="flex items-center gap-1.5">
            <span aria-hidden className={classNames('size-3 rounded-check', SHADES[at])} />
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
      <dl className="bars">
        {marks.map(({ label, values }, at) => (
          <div key={`${at}-${label}`}>
            <dt dir="auto" className="line-clamp-2 wrap-anywhere">
              {label}
            </dt>
            <dd>
              <span
                aria-hidden
                className="flex gap-px"
                style={{ inlineSize: `calc(${room} * ${((sums[at] ?? 0) / most).toFixed(4)})` }}
              >
                {values.map((value, part) => (
                  <span
                    key={series[part]}
                    className={classNames('bar', SHADES[part])}
                    style={{ flexGrow: value ?? 0, flexBasis: 0 }}
                  />
                ))}
              </span>
              <bdi>{written[at]}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

export const withUnit = (value: string, unit: string): string =>
  unit === '' ? value : `${value}\u00a0${unit}`;
