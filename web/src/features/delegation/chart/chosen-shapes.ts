import * as z from 'zod/mini';
import { create } from 'zustand';
import { FIGURE_KINDS } from '#domain/analysis/analysis.ts';
import type { FigureShape } from './chart-choices.ts';

const KEY = 'errand-charts';
/** The latest that are kept. */
const MOST = 200;

const kept = z.array(
  z.tuple([
    z.string(),
    z.object({ kind: z.enum(FIGURE_KINDS), label: z.number(), values: z.array(z.number()) }),
  ]),
);

type Shapes = ReadonlyMap<string, FigureShape>;

/** How a person wants to see figures, by run and number: kept on this device. */
export const useChosenShapes = create<Shapes>(readKept);

export function chooseShape(id: string, shape: FigureShape): void {
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
