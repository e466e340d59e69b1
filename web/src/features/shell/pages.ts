import { Folder, ListChecks, type LucideIcon, SlidersHorizontal, Trash2 } from 'lucide-react';
import { t } from '#web/texts/app.ts';

export interface AppPage {
  readonly to: string;
  readonly label: string;
  readonly Icon: LucideIcon;
  /** The second key of its shortcut: "g", then this. */
  readonly key: string;
  /** Too seldom needed for the bar at the bottom of a phone. */
  readonly isMinor?: boolean;
  /** Also listed in the account menu. */
  readonly inUserMenu?: boolean;
}

/**
 * The pages of the app, in the order of the sidebar. The bottom bar, the account's menu, the command palette and the
 * shortcuts read them here. What does not exist yet is not shown; a new page is one more line.
 */
export const PAGES: readonly AppPage[] = [
  { to: '/dashboard', label: t('shell.dashboard'), Icon: ListChecks, key: 'd' },
  { to: '/projects', label: t('shell.projects'), Icon: Folder, key: 'p' },
  {
    to: '/settings',
    label: t('shell.settings'),
    Icon: SlidersHorizontal,
    key: 's',
    inUserMenu: true,
  },
  { to: '/trash', label: t('shell.trash'), Icon: Trash2, key: 't', isMinor: true, inUserMenu: true },
];
