import { createContext, useContext } from 'react';
import type { Move } from './move-tasks.ts';

export type MoveTask = (id: string, move: Move) => void;

const MoveContext = createContext<MoveTask | null>(null);

export const MoveProvider = MoveContext.Provider;

/** Moves a task of the list around; null where there is no order, as among completed tasks. */
export const useMove = (): MoveTask | null => useContext(MoveContext);
