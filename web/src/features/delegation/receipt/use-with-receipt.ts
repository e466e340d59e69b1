import { create } from 'zustand';

const KEY = 'errand-without-receipt';

interface WithReceipt {
  readonly isOn: boolean;
  readonly set: (isOn: boolean) => void;
}

/** Whether documents and prints end with the receipt: kept on this device. */
export const useWithReceipt = create<WithReceipt>((set) => ({
  isOn: read(),
  set: (isOn) => {
    set({ isOn });
    write(isOn);
  },
}));

function read(): boolean {
  try {
    return localStorage.getItem(KEY) === null;
  } catch {
    // Storage may be forbidden: use the default.
    return true;
  }
}

function write(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, '');
  } catch {
    // Storage may be forbidden: the choice then lasts as long as the page.
  }
}
