import { create } from 'zustand';
import { endTypeAhead, startTypeAhead } from './type-ahead.ts';

interface PaletteState {
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly close: () => void;
}

/** Open state of the command palette. */
export const usePalette = create<PaletteState>((set) => ({
  isOpen: false,
  open: () => {
    startTypeAhead();
    set({ isOpen: true });
  },
  close: () => {
    endTypeAhead();
    set({ isOpen: false });
  },
}));
