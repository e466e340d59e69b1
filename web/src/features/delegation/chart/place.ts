import type { ChartData } from './chart-data.ts';
import type { Inks } from './inks.ts';
import { type SvgChild, type SvgNode, svg } from './svg.ts';

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
  readonly marks: SvgChild;
}

interface WordsPlace {
  readonly x: number;
  readonly y: number;
  /** Which end of the words stands at `x`, in the direction of the page. */
  readonly anchor: 'start' | 'middle' | 'end';
  readonly fill?: string;
  readonly fontSize?: number;
  readonly fontWeight?: number;
  /** Colour around the letters, where lines pass behind them. */
  readonly halo?: string;
}

/** Words in their own direction, at a place that doesn't depend on it. */
export function words(text: string, { anchor, halo, ...place }: WordsPlace): SvgNode {
  const around =
    halo === undefined ? {} : { stroke: halo, strokeWidth: 4, strokeLinejoin: 'round', paintOrder: 'stroke' };
  return svg('text', { ...place, textAnchor: anchor, unicodeBidi: 'plaintext', ...around }, text);
}

export const DASHES = [undefined, '7 5', '2 4', '12 4 2 4'] as const;
