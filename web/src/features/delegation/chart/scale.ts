import { nice, ticks } from 'd3-array';

export interface Scale {
  readonly ticks: readonly number[];
  /** Pixels of a value. */
  readonly at: (value: number) => number;
}

/** A scale between two pixels, which ends at round numbers. */
export function roundScale(low: number, high: number, from: number, to: number, count: number): Scale {
  const isPoint = low === high;
  const [start, end] = nice(isPoint ? low - 1 : low, isPoint ? high + 1 : high, count);
  return {
    ticks: ticks(start, end, count),
    at: (value) => round(from + ((value - start) / (end - start)) * (to - from)),
  };
}

/** A tenth of a pixel is enough, and keeps files small. */
export const round = (pixels: number): number => Math.round(pixels * 10) / 10;
