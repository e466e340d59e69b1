import { create } from 'zustand';

interface UpgradeDialogState {
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly close: () => void;
}

/** Open state of the upgrade dialog, which opens for any act that lacks a credit. */
export const useUpgradeDialog = create<UpgradeDialogState>((set) => ({
  isOpen: false,
  open: () => set({ isOpen: true }),
  close: () => set({ isOpen: false }),
}));
