import { type ChartData, type Mark, wordMark } from './chart-data.ts';
import { breakText, widthOf } from './fit-text.ts';
import { type Drawn, LETTERS, LINE_HEIGHT, type Place, Words } from './place.tsx';
import { round, roundScale, type Scale } from './scale.ts';

const BAR = 18;
const GAP = 10;
/** Below this width, names stand above their rows. */
const NARROW = 440;
const AXIS = 26;

interface Rows extends Place {
  /** Pixels left of the marks. */
  readonly left: number;
  /** Pixels right of them, for values. */
  readonly right: number;
  readonly scale: Scale;
  /** Mirrors a place in languages that begin at the right. */
  readonly turn: (x: number) => number;
}

/** Bars, parts of bars or boxes in rows, between their names and their values. */
export function drawRows({ data, width, inks }: Place): Drawn {
  const { marks, low, high, kind, isRightToLeft } = data;
  const isBox = kind === 'box';
  const isNarrow = width < NARROW;
  // In a narrow chart, lines pass behind the names, and the first of them would touch their letters.
  const hasAxis = !isNarrow || low < 0;
  const nameRoom = Math.min(width * 0.3, Math.max(...marks.map(({ label }) => widthOf(label, LETTERS))) + 4);
  const left = isNarrow ? 0 : Math.ceil(nameRoom) + 12;
  const written = marks.map((mark) => (isBox ? '' : writtenValue(mark, data)));
  const right = isBox ? 8 : Math.ceil(Math.max(...written.map((text) => widthOf(text, LETTERS)))) + 10;
  const end = width - right;
  // Bars end at their greatest value, which is written there; boxes at round numbers, which stand below.
  const scale = isBox
    ? roundScale(low, high, left + 8, end, Math.max(2, Math.floor(width / 110)))
    : exactScale(low, high, left, end);
  const rows: Rows = {
    data,
    width,
    inks,
    left,
    right,
    scale,
    turn: (x) => round(isRightToLeft ? width - x : x),
  };
  const names = marks.map(({ label }) =>
    breakText(label, LETTERS, isNarrow ? width : left - 12, isNarrow ? 1 : 2),
  );
  const height =
    Math.max(
      isNarrow ? BAR + LINE_HEIGHT + 2 : BAR,
      ...names.map((lines) => (isNarrow ? 0 : lines.length * LINE_HEIGHT)),
    ) + GAP;
  const whole = marks.length * height;
  const zero = rows.turn(scale.at(Math.max(0, low)));
  return {
    height: whole + (isBox ? AXIS : 0),
    marks: (
      <>
        {isBox && <Ticks {...rows} height={whole} />}
        {!isBox && hasAxis && <path d={`M${zero} 0V${whole}`} stroke={inks.axis} />}
        {marks.map((mark, at) => {
          const y = at * height;
          const bar = isNarrow ? y + LINE_HEIGHT + 2 + GAP / 2 : y + (height - BAR) / 2;
          return (
            <g key={`${at}-${mark.label}`}>
              <title>{`${mark.label}: ${wordMark(mark, data)}`}</title>
              {names[at]?.map((line, index, { length }) => (
                <Words
                  key={`${index}-${line}`}
                  x={rows.turn(0)}
                  y={
                    isNarrow ? y + LINE_HEIGHT : y + height / 2 + 4 + (index - (length - 1) / 2) * LINE_HEIGHT
                  }
                  anchor={isRightToLeft ? 'end' : 'start'}
                  fill={inks.strong}
                  halo={inks.ground}
                >
                  {line}
                </Words>
              ))}
              {isBox ? (
                <Box {...rows} mark={mark} y={bar} />
              ) : (
                <Bar {...rows} mark={mark} y={bar} written={written[at] ?? ''} />
              )}
            </g>
          );
        })}
      </>
    ),
  };
}

function exactScale(low: number, high: number, from: number, to: number): Scale {
  return { ticks: [], at: (value) => round(from + ((value - low) / (high - low || 1)) * (to - from)) };
}

interface RowProps extends Rows {
  mark: Mark;
  y: number;
}

/** A bar from zero, or its parts one after the other, with its value behind it. */
function Bar({ data, inks, scale, turn, mark, y, written }: RowProps & { written: string }) {
  const { values } = mark;
  const sums = values.reduce<number[]>((all, value) => [...all, (all.at(-1) ?? 0) + (value ?? 0)], []);
  const ends = [0, ...sums].map(scale.at);
  const far = Math.max(...ends);
  const parts = values.map((value, at) => {
    if (value === null || value === 0) return null;
    const [from = 0, to = 0] = [ends[at], ends[at + 1]];
    const gap = values.length > 1 && at < values.length - 1 ? 1 : 0;
    return (
      <rect
        key={data.series[at]}
        x={Math.min(turn(from), turn(to))}
        y={y}
        width={Math.max(0.5, round(Math.abs(to - from) - gap))}
        height={BAR}
        fill={values.length > 1 ? inks.parts[at] : inks.data}
      />
    );
  });
  return (
    <>
      {parts}
      <Words x={turn(far + 8)} y={y + BAR / 2 + 4} anchor={data.isRightToLeft ? 'end' : 'start'}>
        {written}
      </Words>
    </>
  );
}

/** From least to greatest, with a box from quartile to quartile and the median in it. A group without values has none. */
function Box({ inks, scale, turn, mark, y }: RowProps) {
  const values = mark.values.filter((value) => value !== null);
  if (values.length < mark.values.length) return null;
  const [low = 0, lower = 0, median = 0, upper = 0, high = 0] = values.map((value) => turn(scale.at(value)));
  const middle = y + BAR / 2;
  return (
    <g stroke={inks.text} strokeWidth={1.5} fill="none">
      <path
        d={`M${low} ${middle}H${lower}M${upper} ${middle}H${high}M${low} ${y + 4}v${BAR - 8}M${high} ${y + 4}v${BAR - 8}`}
      />
      <rect
        x={Math.min(lower, upper)}
        y={y}
        width={round(Math.abs(upper - lower))}
        height={BAR}
        fill={inks.grid}
      />
      <path d={`M${median} ${y}v${BAR}`} stroke={inks.parts[0]} strokeWidth={3} />
    </g>
  );
}

function Ticks({ data: { format, unit }, inks, scale, turn, height }: Rows & { height: number }) {
  return scale.ticks.map((tick, at, { length }) => {
    const x = turn(scale.at(tick));
    const text = at === length - 1 ? format(tick, unit) : format(tick);
    return (
      <g key={tick}>
        <path d={`M${x} 0V${height}`} stroke={inks.grid} />
        <Words x={x} y={height + LINE_HEIGHT} anchor={at === length - 1 ? 'end' : 'middle'}>
          {text}
        </Words>
      </g>
    );
  });
}

function writtenValue({ values }: Mark, { kind, format, unit }: ChartData): string {
  const [value = null] =
    kind === 'stacked' ? [values.reduce<number>((sum, each) => sum + (each ?? 0), 0)] : values;
  return format(value, unit);
}
