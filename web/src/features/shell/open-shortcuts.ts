import { create } from 'zustand';

interface ShortcutsState {
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly close: () => void;
}

/** Open state of the shortcut list. */
export const useShortcutsDialog = create<ShortcutsState>((set) => ({
  isOpen: false,
  open: () => set({ isOpen: true }),
  close: () => set({ isOpen: false }),
}));
