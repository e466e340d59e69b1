import { create } from 'zustand';

interface ShortcutsState {
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly close: () => void;
}

/** Whether the list of shortcuts is open. */
export const useShortcutsDialog = create<ShortcutsState>((set) => ({
  isOpen: false,
  open: () => set({ isOpen: true }),
  close: () => set({ isOpen: false }),
}));
