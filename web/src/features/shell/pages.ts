import Folder from 'lucide-react/icons/folder';
import ListChecks from 'lucide-react/icons/list-checks';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import Trash2 from 'lucide-react/icons/trash';
import type { LucideIcon } from 'lucide-react/types';
import { t } from '#web/texts/app.ts';

export interface AppPage {
  readonly to: string;
  readonly label: string;
  readonly Icon: LucideIcon;
  /** Second key of its shortcut, after "g". */
  readonly key: string;
  /** Left out of the bottom bar on phones, since it is rarely needed. */
  readonly isMinor?: boolean;
  /** Also listed in the account menu. */
  readonly inUserMenu?: boolean;
}

/**
 * Pages of the app in sidebar order, shared by the bottom bar, the account menu, the command palette and the
 * shortcuts.
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
