import { createElement, Fragment, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { alternativeText } from './alternative-text.ts';
import type { ChartData } from './chart-data.ts';
import { drawChart } from './drawing.ts';
import { SCREEN_INKS } from './inks.ts';
import type { SvgChild } from './svg.ts';

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
  const alternative = alternativeText(data);
  return <div ref={box}>{toReact(drawChart({ data, width, inks: SCREEN_INKS, alternative }).node)}</div>;
}

/** Marks have no identity but their place: children are passed one by one, without keys. */
function toReact(child: SvgChild): ReactNode {
  if (child === null || child === undefined || child === false || typeof child === 'string') return child;
  if ('name' in child) return createElement(child.name, child.attributes, ...child.children.map(toReact));
  return createElement(Fragment, null, ...child.map(toReact));
}
