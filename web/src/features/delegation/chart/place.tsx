import type { ReactNode } from 'react';
import type { ChartData } from './chart-data.ts';
import type { Inks } from './inks.ts';

/** Height of all letters, in pixels. */
export const LETTERS = 12;
export const LINE_HEIGHT = 16;

export interface Place {
  readonly data: ChartData;
  /** Of the whole drawing, in pixels. */
  readonly width: number;
  readonly inks: Inks;
}

/** Marks with the height they take. */
export interface Drawn {
  readonly height: number;
  readonly marks: ReactNode;
}

interface WordsProps {
  x: number;
  y: number;
  /** Which end of the words stands at `x`, in the direction of the page. */
  anchor: 'start' | 'middle' | 'end';
  fill?: string;
  fontSize?: number;
  fontWeight?: number;
  /** Colour around the letters, where lines pass behind them. */
  halo?: string;
  children: string;
}

/** Words in their own direction, at a place that doesn't depend on it. */
export function Words({ anchor, halo, children, ...place }: WordsProps) {
  return (
    <text
      {...place}
      textAnchor={anchor}
      unicodeBidi="plaintext"
      {...(halo !== undefined && {
        stroke: halo,
        strokeWidth: 4,
        strokeLinejoin: 'round',
        paintOrder: 'stroke',
      })}
    >
      {children}
    </text>
  );
}

export const DASHES = [undefined, '7 5', '2 4', '12 4 2 4'] as const;
