import type { LucideIcon } from 'lucide-react/types';
import type { ReactNode } from 'react';

/** One line of a palette. */
export interface PaletteEntry {
  /** Unique in the palette, and stable. */
  readonly id: string;
  readonly Icon: LucideIcon;
  readonly label: ReactNode;
  /** Location or state of the entry. */
  readonly note?: ReactNode;
  /** Its shortcut, shown on devices with a keyboard. */
  readonly keys?: readonly string[];
  readonly run: () => void;
  /** A second action, by Ctrl+Enter, and its label. */
  readonly more?: { readonly label: string; readonly run: () => void };
}

export interface PaletteGroup {
  readonly id: string;
  readonly label: string;
  readonly entries: readonly PaletteEntry[];
}
