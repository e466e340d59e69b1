import { create } from 'zustand';

interface UpgradeDialogState {
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly close: () => void;
}

/** Whether Upgrade Your Plan is open: every act that needs a credit, and finds none, leads there. */
export const useUpgradeDialog = create<UpgradeDialogState>((set) => ({
  isOpen: false,
  open: () => set({ isOpen: true }),
  close: () => set({ isOpen: false }),
}));
