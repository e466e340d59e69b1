import { create } from 'zustand';

interface Switch {
  readonly isOn: boolean;
  readonly set: (isOn: boolean) => void;
}

/** A choice of this device that is on until somebody turns it off. */
export const createSwitch = (key: string) =>
  create<Switch>((set) => ({
    isOn: read(key),
    set: (isOn) => {
      set({ isOn });
      write(key, isOn);
    },
  }));

function read(key: string): boolean {
  try {
    return localStorage.getItem(key) !== 'off';
  } catch {
    // Storage may be forbidden: use the default.
    return true;
  }
}

function write(key: string, isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(key);
    else localStorage.setItem(key, 'off');
  } catch {
    // Storage may be forbidden: the choice then lasts as long as the page.
  }
}
