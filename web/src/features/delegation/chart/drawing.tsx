import { breakText, widthOf } from './fit-text.ts';
import { DASHES, type Drawn, LETTERS, LINE_HEIGHT, type Place, Words } from './place.tsx';
import { drawPlot } from './plot-drawing.tsx';
import { drawRows } from './rows-drawing.tsx';

interface DrawingProps extends Place {
  /** Says in words what is drawn. */
  alternative: string;
  /** Written above the drawing in a file, which has no page around it. */
  heading?: { readonly title: string | null; readonly subtitle: string | null };
}

const HEADING = 15;
const MARGIN = 20;

/** A chart as SVG, on screen and in files. */
export function Drawing({ data, width, inks, alternative, heading }: DrawingProps) {
  const head = heading ? drawHeading(heading, { data, width, inks }) : { height: 0, marks: null };
  const legend = drawLegend({ data, width, inks });
  const isInRows = data.kind === 'bar' || data.kind === 'stacked' || data.kind === 'box';
  const chart = (isInRows ? drawRows : drawPlot)({ data, width, inks });
  const margin = heading ? MARGIN : 0;
  const box = {
    x: -margin,
    y: -margin,
    width: width + 2 * margin,
    height: head.height + legend.height + chart.height + 2 * margin,
  };
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      role="img"
      aria-label={alternative}
      viewBox={`${box.x} ${box.y} ${box.width} ${box.height}`}
      width={heading ? box.width : '100%'}
      height={heading && box.height}
      fontFamily={inks.font}
      fontSize={LETTERS}
      fill={inks.text}
      direction="ltr"
    >
      {heading && (
        <>
          {heading.title !== null && <title>{heading.title}</title>}
          <desc>{alternative}</desc>
          <rect {...box} fill={inks.ground} />
        </>
      )}
      {head.marks}
      <g transform={`translate(0 ${head.height})`}>{legend.marks}</g>
      <g transform={`translate(0 ${head.height + legend.height})`}>{chart.marks}</g>
    </svg>
  );
}

function drawHeading(
  { title, subtitle }: NonNullable<DrawingProps['heading']>,
  { data, width, inks }: Place,
): Drawn {
  if (title === null && subtitle === null) return { height: 0, marks: null };
  const lines = title === null ? [] : breakText(title, HEADING, width, 3);
  const height = lines.length * (HEADING + 5);
  const place = data.isRightToLeft
    ? ({ x: width, anchor: 'end' } as const)
    : ({ x: 0, anchor: 'start' } as const);
  return {
    height: height + (subtitle === null ? 0 : LINE_HEIGHT) + 12,
    marks: (
      <>
        {lines.map((line, at) => (
          <Words
            key={`${at}-${line}`}
            {...place}
            y={(at + 1) * (HEADING + 5) - 5}
            fill={inks.strong}
            fontSize={HEADING}
            fontWeight={600}
          >
            {line}
          </Words>
        ))}
        {subtitle !== null && (
          <Words {...place} y={height + LETTERS}>
            {subtitle}
          </Words>
        )}
      </>
    ),
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
    return (
      <g key={name} transform={`translate(${Math.round(begin)} ${y})`}>
        {kind === 'line' ? (
          <path d="M0 7h24" stroke={inks.parts[at]} strokeWidth={2.5} strokeDasharray={DASHES[at]} />
        ) : (
          <rect y={1} width={12} height={12} fill={inks.parts[at]} />
        )}
        <Words x={sign + 6} y={11} anchor="start">
          {name}
        </Words>
      </g>
    );
  });
  return { height: y + 28, marks };
}
