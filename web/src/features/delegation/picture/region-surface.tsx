import { type PointerEvent, useRef, useState } from 'react';
import type { RegionMark, RegionPoint, RegionStroke } from '#domain/image-region.ts';
import { t } from '#web/texts/later.ts';

interface RegionSurfaceProps {
  src: string;
  marks: readonly RegionMark[];
  /** Width, as a fraction of the picture's longer edge. */
  brush: number;
  /** Number of points that may still be added. */
  room: number;
  onStroke: (stroke: RegionStroke) => void;
  onFailed: () => void;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The picture with its marks, rendered as the server renders them. */
export function RegionSurface({ src, marks, brush, room, onStroke, onFailed }: RegionSurfaceProps) {
  const [size, setSize] = useState<Size>();
  // A ref, because moves arrive faster than renders: each extends the one before, not the last one rendered.
  const drawing = useRef<RegionStroke>(undefined);
  const [stroke, setStroke] = useState<RegionStroke>();

  const show = (next: RegionStroke | undefined) => {
    drawing.current = next;
    setStroke(next);
  };
  const begin = (event: PointerEvent<SVGSVGElement>) => {
    if (room < 1 || !event.isPrimary || event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    show({ shape: 'stroke', size: brush, points: [toPoint(event)] });
  };
  const goOn = (event: PointerEvent<SVGSVGElement>) => {
    const { current } = drawing;
    if (!current || !size || !event.isPrimary) return;
    show(extended(current, { to: toPoint(event), size, room }));
  };
  const end = (event: PointerEvent<SVGSVGElement>) => {
    goOn(event);
    const { current } = drawing;
    if (!current || !event.isPrimary) return;
    show(undefined);
    onStroke(current);
  };

  return (
    <div className="region-surface">
      <img
        src={src}
        alt=""
        draggable={false}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          setSize({ width: naturalWidth, height: naturalHeight })
        }
        onError={onFailed}
      />
      {size && (
        <svg
          role="img"
          aria-label={t('delegation.region.surface')}
          viewBox={`0 0 ${size.width} ${size.height}`}
          preserveAspectRatio="none"
          onPointerDown={begin}
          onPointerMove={goOn}
          onPointerUp={end}
          onPointerCancel={() => show(undefined)}
        >
          <Stripes breadth={Math.max(size.width, size.height) / 80} />
          <g>
            {[...marks, ...(stroke ? [stroke] : [])].map((mark, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: marks are only ever added and taken off at the end
              <Mark key={index} mark={mark} size={size} />
            ))}
          </g>
        </svg>
      )}
    </div>
  );
}

/** Only one surface is mounted at a time. */
const STRIPES = 'region-stripes';
const PAINT = `url(#${STRIPES})`;

/** Light and dark stripes, visible on any picture. */
function Stripes({ breadth }: { breadth: number }) {
  return (
    <defs>
      <pattern
        id={STRIPES}
        width={breadth}
        height={breadth}
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect width={breadth} height={breadth} fill="currentColor" />
        <rect width={breadth / 3} height={breadth} className="region-light" />
      </pattern>
    </defs>
  );
}

function Mark({ mark, size: { width, height } }: { mark: RegionMark; size: Size }) {
  if (mark.shape === 'rectangle') {
    return (
      <rect
        x={mark.x * width}
        y={mark.y * height}
        width={mark.width * width}
        height={mark.height * height}
        fill={PAINT}
      />
    );
  }
  const brush = mark.size * Math.max(width, height);
  const points = mark.points.map(([x, y]) => [x * width, y * height] as const);
  const [first] = points;
  if (first && points.length === 1) {
    return <circle cx={first[0]} cy={first[1]} r={brush / 2} fill={PAINT} />;
  }
  return (
    <polyline
      points={points.map((point) => point.join(',')).join(' ')}
      fill="none"
      stroke={PAINT}
      strokeWidth={brush}
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  );
}

/** Rounded to four decimals, which is finer than a pixel of any accepted picture, give or take one. */
function toPoint({ currentTarget, clientX, clientY }: PointerEvent<SVGSVGElement>): RegionPoint {
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  const share = (at: number, whole: number) => Math.round(Math.min(1, Math.max(0, at / whole)) * 1e4) / 1e4;
  return [share(clientX - left, width), share(clientY - top, height)];
}

/** Fraction of the brush width; closer points make no visible difference. */
const STEP = 0.15;

function extended(
  stroke: RegionStroke,
  { to, size, room }: { to: RegionPoint; size: Size; room: number },
): RegionStroke {
  const last = stroke.points.at(-1);
  if (!last || stroke.points.length >= room) return stroke;
  const far = Math.hypot((to[0] - last[0]) * size.width, (to[1] - last[1]) * size.height);
  const step = Math.max(0.003, stroke.size * STEP) * Math.max(size.width, size.height);
  return far < step ? stroke : { ...stroke, points: [...stroke.points, to] };
}
