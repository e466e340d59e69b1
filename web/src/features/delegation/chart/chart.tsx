import { useLayoutEffect, useRef, useState } from 'react';
import { alternativeText } from './alternative-text.ts';
import type { ChartData } from './chart-data.ts';
import { Drawing } from './drawing.tsx';
import { SCREEN_INKS } from './inks.ts';

/** Until the page is laid out. */
const WIDTH = 640;

/** A chart as wide as its place. */
export function Chart({ data }: { data: ChartData }) {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(WIDTH);
  useLayoutEffect(() => {
    if (!box.current) return;
    const observer = new ResizeObserver(([entry]) => {
      const room = Math.floor(entry?.contentRect.width ?? 0);
      // Nothing is drawn for a place that isn't shown.
      if (room > 0) setWidth(room);
    });
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={box}>
      <Drawing data={data} width={width} inks={SCREEN_INKS} alternative={alternativeText(data)} />
    </div>
  );
}
