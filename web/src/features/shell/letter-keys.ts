import { create } from 'zustand';

const KEY = 'errand-letter-keys';

interface LetterKeys {
  readonly isOn: boolean;
  readonly set: (isOn: boolean) => void;
}

/** Single-key shortcuts on or off, per device: keyboards and speech input belong to a device. */
export const useLetterKeys = create<LetterKeys>((set) => ({
  isOn: read(),
  set: (isOn) => {
    set({ isOn });
    write(isOn);
  },
}));

function read(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    // Storage may be forbidden: use the default.
    return true;
  }
}

function write(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, 'off');
  } catch {
    // Storage may be forbidden: the choice then lasts as long as the page.
  }
}
