import { type ChartData, type Mark, wordMark } from './chart-data.ts';
import { breakText, widthOf } from './fit-text.ts';
import { type Drawn, LETTERS, LINE_HEIGHT, type Place, words } from './place.ts';
import { round, roundScale, type Scale } from './scale.ts';
import { type SvgChild, svg } from './svg.ts';

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
    marks: [
      isBox && drawTicks(rows, whole),
      !isBox && hasAxis && svg('path', { d: `M${zero} 0V${whole}`, stroke: inks.axis }),
      marks.map((mark, at) => {
        const y = at * height;
        const bar = isNarrow ? y + LINE_HEIGHT + 2 + GAP / 2 : y + (height - BAR) / 2;
        return svg(
          'g',
          {},
          svg('title', {}, `${mark.label}: ${wordMark(mark, data)}`),
          names[at]?.map((line, index, { length }) =>
            words(line, {
              x: rows.turn(0),
              y: isNarrow ? y + LINE_HEIGHT : y + height / 2 + 4 + (index - (length - 1) / 2) * LINE_HEIGHT,
              anchor: isRightToLeft ? 'end' : 'start',
              fill: inks.strong,
              // Typesetters of PDFs draw it over the letter before, which divides joined ones: only where lines pass.
              ...(isNarrow && { halo: inks.ground }),
            }),
          ),
          isBox ? drawBox(rows, mark, bar) : drawBar(rows, { mark, y: bar, written: written[at] ?? '' }),
        );
      }),
    ],
  };
}

function exactScale(low: number, high: number, from: number, to: number): Scale {
  return { ticks: [], at: (value) => round(from + ((value - low) / (high - low || 1)) * (to - from)) };
}

interface BarPlace {
  readonly mark: Mark;
  readonly y: number;
  readonly written: string;
}

/** A bar from zero, or its parts one after the other, with its value behind it. */
function drawBar({ data, inks, scale, turn }: Rows, { mark: { values }, y, written }: BarPlace): SvgChild {
  const sums = values.reduce<number[]>((all, value) => [...all, (all.at(-1) ?? 0) + (value ?? 0)], []);
  const ends = [0, ...sums].map(scale.at);
  const far = Math.max(...ends);
  const parts = values.map((value, at) => {
    if (value === null || value === 0) return null;
    const [from = 0, to = 0] = [ends[at], ends[at + 1]];
    const gap = values.length > 1 && at < values.length - 1 ? 1 : 0;
    return svg('rect', {
      x: Math.min(turn(from), turn(to)),
      y,
      width: Math.max(0.5, round(Math.abs(to - from) - gap)),
      height: BAR,
      fill: values.length > 1 ? inks.parts[at] : inks.data,
    });
  });
  const anchor = data.isRightToLeft ? 'end' : 'start';
  return [parts, words(written, { x: turn(far + 8), y: y + BAR / 2 + 4, anchor })];
}

/** From least to greatest, with a box from quartile to quartile and the median in it. A group without values has none. */
function drawBox({ inks, scale, turn }: Rows, mark: Mark, y: number): SvgChild {
  const values = mark.values.filter((value) => value !== null);
  if (values.length < mark.values.length) return null;
  const [low = 0, lower = 0, median = 0, upper = 0, high = 0] = values.map((value) => turn(scale.at(value)));
  const middle = y + BAR / 2;
  return svg(
    'g',
    { stroke: inks.text, strokeWidth: 1.5, fill: 'none' },
    svg('path', {
      d: `M${low} ${middle}H${lower}M${upper} ${middle}H${high}M${low} ${y + 4}v${BAR - 8}M${high} ${y + 4}v${BAR - 8}`,
    }),
    svg('rect', {
      x: Math.min(lower, upper),
      y,
      width: round(Math.abs(upper - lower)),
      height: BAR,
      fill: inks.grid,
    }),
    svg('path', { d: `M${median} ${y}v${BAR}`, stroke: inks.parts[0], strokeWidth: 3 }),
  );
}

function drawTicks({ data: { format, unit }, inks, scale, turn }: Rows, height: number): SvgChild {
  return scale.ticks.map((tick, at, { length }) => {
    const x = turn(scale.at(tick));
    const isLast = at === length - 1;
    return [
      svg('path', { d: `M${x} 0V${height}`, stroke: inks.grid }),
      words(isLast ? format(tick, unit) : format(tick), {
        x,
        y: height + LINE_HEIGHT,
        anchor: isLast ? 'end' : 'middle',
      }),
    ];
  });
}

function writtenValue({ values }: Mark, { kind, format, unit }: ChartData): string {
  const [value = null] =
    kind === 'stacked' ? [values.reduce<number>((sum, each) => sum + (each ?? 0), 0)] : values;
  return format(value, unit);
}
