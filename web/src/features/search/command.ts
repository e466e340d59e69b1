import type { LucideIcon } from 'lucide-react/types';

/** An action available from anywhere in the app. */
export interface Command {
  readonly id: string;
  readonly label: string;
  readonly Icon: LucideIcon;
  /** Its shortcut, key by key. */
  readonly keys?: readonly string[];
  /** Further search terms. */
  readonly words?: string;
  readonly run: () => void;
}
