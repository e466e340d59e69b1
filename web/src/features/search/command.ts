import type { LucideIcon } from 'lucide-react';

/** Something that can be done from anywhere in the app. */
export interface Command {
  readonly id: string;
  readonly label: string;
  readonly Icon: LucideIcon;
  /** Its shortcut, key by key. */
  readonly keys?: readonly string[];
  /** Other words by which it is looked for. */
  readonly words?: string;
  readonly run: () => void;
}
