import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

/** One line of a palette. */
export interface PaletteEntry {
  /** Unique in the palette, and the same as long as it is the same thing. */
  readonly id: string;
  readonly Icon: LucideIcon;
  readonly label: ReactNode;
  /** Location or state of the entry. */
  readonly note?: ReactNode;
  /** Its shortcut: shown where there is a keyboard. */
  readonly keys?: readonly string[];
  readonly run: () => void;
  /** A second thing that can be done with it, by Ctrl+Enter, and what that is called. */
  readonly more?: { readonly label: string; readonly run: () => void };
}

export interface PaletteGroup {
  readonly id: string;
  readonly label: string;
  readonly entries: readonly PaletteEntry[];
}
