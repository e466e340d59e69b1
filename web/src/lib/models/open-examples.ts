import { create } from 'zustand';
import { onUserChange } from '../session/on-user-change.ts';

interface Examples {
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly close: () => void;
}

/** Whether the list of example tasks is open. */
export const useExamples = create<Examples>((set) => ({
  isOpen: false,
  open: () => set({ isOpen: true }),
  close: () => set({ isOpen: false }),
}));

onUserChange(() => useExamples.setState({ isOpen: false }));
