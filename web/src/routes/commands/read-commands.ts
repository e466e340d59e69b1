import CircleQuestionMark from 'lucide-react/icons/circle-question-mark';
import FolderPlus from 'lucide-react/icons/folder-plus';
import LogOut from 'lucide-react/icons/log-out';
import Moon from 'lucide-react/icons/moon';
import Plus from 'lucide-react/icons/plus';
import Sun from 'lucide-react/icons/sun';
import SunMoon from 'lucide-react/icons/sun-moon';
import type { Command } from '#web/features/search/command.ts';
import { useLetterKeys } from '#web/features/shell/letter-keys.ts';
import { PAGES } from '#web/features/shell/pages.ts';
import { capsOf, type ShortcutId } from '#web/features/shell/shortcuts.ts';
import type { ShortcutActs } from '#web/features/shell/use-shortcuts.ts';
import { currentTheme, setTheme, type Theme } from '#web/lib/device/theme.ts';
import { signOut } from '#web/lib/session/session.ts';
import { t } from '#web/texts/app.ts';

const THEMES = [
  { theme: 'light', Icon: Sun },
  { theme: 'dark', Icon: Moon },
  { theme: 'system', Icon: SunMoon },
] as const satisfies readonly { theme: Theme; Icon: typeof Sun }[];

/** All current palette commands, with their shortcuts. */
export function readCommands(acts: ShortcutActs): Command[] {
  const withLetters = useLetterKeys.getState().isOn;
  const keysOf = (id: ShortcutId) => {
    const keys = capsOf(id, withLetters);
    return keys && { keys };
  };
  const words = t('shell.command.add_words');
  return [
    {
      id: 'add-task',
      label: t('shell.add_task'),
      Icon: Plus,
      words,
      ...keysOf('add_task'),
      run: acts.addTask,
    },
    {
      id: 'add-project',
      label: t('shell.command.add_project'),
      Icon: FolderPlus,
      words,
      ...keysOf('add_project'),
      run: acts.addProject,
    },
    ...PAGES.map(({ to, label, Icon }) => ({
      id: `go-${to}`,
      label: t('shell.keys.go_to', { page: label }),
      Icon,
      ...keysOf(`to ${to}`),
      run: () => acts.goTo(to),
    })),
    ...THEMES.filter(({ theme }) => theme !== currentTheme()).map(({ theme, Icon }) => ({
      id: `theme-${theme}`,
      label: t(`shell.command.theme.${theme}`),
      Icon,
      words: t('shell.command.theme_words'),
      run: () => setTheme(theme),
    })),
    { id: 'keys', label: t('shell.keys.title'), Icon: CircleQuestionMark, ...keysOf('help'), run: acts.help },
    {
      id: 'sign-out',
      label: t('shell.sign_out'),
      Icon: LogOut,
      words: t('shell.command.sign_out_words'),
      run: () => void signOut(),
    },
  ];
}
