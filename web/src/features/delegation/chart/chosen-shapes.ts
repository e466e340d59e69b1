import * as z from 'zod/mini';
import { create } from 'zustand';
import { FIGURE_KINDS } from '#domain/analysis/analysis.ts';
import type { FigureShape } from './chart-choices.ts';
import { type TimeSteps, timeSteps } from './time-steps.ts';

const KEY = 'errand-charts';
/** The latest that are kept. */
const MOST = 200;

const kept = z.array(
  z.tuple([
    z.string(),
    z.object({
      kind: z.enum(FIGURE_KINDS),
      label: z.number(),
      values: z.array(z.number()),
      // Missing in older choices.
      steps: z._default(z.nullable(timeSteps), null),
    }),
  ]),
);

/** A shape, of the rows as they are or put together. */
export interface ChosenShape extends FigureShape {
  readonly steps: TimeSteps | null;
}

type Shapes = ReadonlyMap<string, ChosenShape>;

/** How a person wants to see figures, by run and number: kept on this device. */
export const useChosenShapes = create<Shapes>(readKept);

export function chooseShape(id: string, shape: ChosenShape): void {
  const others = [...useChosenShapes.getState()].filter(([each]) => each !== id);
  const shapes = [...others, [id, shape] as const].slice(-MOST);
  useChosenShapes.setState(new Map(shapes), true);
  try {
    localStorage.setItem(KEY, JSON.stringify(shapes));
  } catch {
    // Storage may be forbidden or full: the choice then lives as long as the page.
  }
}

function readKept(): Shapes {
  try {
    return new Map(kept.safeParse(JSON.parse(localStorage.getItem(KEY) ?? '[]')).data);
  } catch {
    // Unreadable, or storage forbidden: nothing was chosen.
    return new Map();
  }
}
