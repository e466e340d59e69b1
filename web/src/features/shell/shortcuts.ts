import { t } from '#web/texts/app.ts';
import { MODIFIER_KEY } from '#web/ui/overlays/modifier-key.ts';
import { PAGES } from './pages.ts';

export type ShortcutId =
  | 'add_task'
  | 'add_project'
  | 'search'
  | 'undo'
  | 'help'
  | 'next'
  | 'previous'
  | 'open'
  | 'complete'
  | 'edit'
  | 'delegate'
  | 'delete'
  | `to ${string}`;

/** Keys pressed in sequence, by the browser's names. "Mod" is Ctrl, or Cmd on a Mac. */
export type Keys = readonly string[];

export interface Shortcut {
  readonly id: ShortcutId;
  readonly label: string;
  /** Alternatives, any of which triggers it. */
  readonly keys: readonly Keys[];
}

export const ANYWHERE: readonly Shortcut[] = [
  { id: 'add_task', label: t('shell.keys.add_task'), keys: [['n']] },
  { id: 'add_project', label: t('shell.keys.add_project'), keys: [['p']] },
  { id: 'search', label: t('shell.keys.search'), keys: [['/'], ['Mod+k']] },
  ...PAGES.map(({ to, label, key }) => ({
    id: `to ${to}` as const,
    label: t('shell.keys.go_to', { page: label }),
    keys: [['g', key]],
  })),
  { id: 'undo', label: t('shell.keys.undo'), keys: [['z'], ['Mod+z']] },
  { id: 'help', label: t('shell.keys.help'), keys: [['?']] },
];

/** Apply to the focused row. */
export const IN_LIST: readonly Shortcut[] = [
  { id: 'next', label: t('shell.keys.next'), keys: [['j'], ['ArrowDown']] },
  { id: 'previous', label: t('shell.keys.previous'), keys: [['k'], ['ArrowUp']] },
  { id: 'open', label: t('shell.keys.open'), keys: [['Enter']] },
  { id: 'complete', label: t('shell.keys.complete'), keys: [['x'], [' ']] },
  { id: 'edit', label: t('shell.keys.edit'), keys: [['e']] },
  { id: 'delegate', label: t('shell.keys.delegate'), keys: [['d']] },
  { id: 'delete', label: t('shell.keys.delete'), keys: [['Delete']] },
];

/** Handled by the list itself. */
export const OF_LIST: Pick<Shortcut, 'label' | 'keys'> = {
  label: t('shell.keys.move'),
  keys: [['Alt+ArrowUp'], ['Alt+ArrowDown']],
};

/** Handled by each dialog itself. */
export const IN_DIALOG: readonly Pick<Shortcut, 'label' | 'keys'>[] = [
  { label: t('shell.keys.save'), keys: [['Mod+Enter']] },
  { label: t('shell.keys.toast'), keys: [['F6']] },
  { label: t('shell.keys.close'), keys: [['Escape']] },
];

const NAMES: Readonly<Record<string, string>> = {
  Mod: MODIFIER_KEY,
  ArrowDown: '↓',
  ArrowUp: '↑',
  ' ': t('ui.key.space'),
  Delete: t('ui.key.delete'),
  Escape: t('ui.key.escape'),
  Enter: t('ui.key.enter'),
};

/** Key labels as printed on the keyboard. */
export function keyCaps(keys: Keys): string[] {
  return keys
    .flatMap((key) => key.split('+'))
    .map((key) => NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key));
}

/** True for a single letter or sign, which speech input can trigger by accident (WCAG 2.1.4). */
export function isBare(keys: Keys): boolean {
  return keys.some((key) => /^\S$/u.test(key));
}

/** Key labels of a shortcut, for display in a menu. */
export function capsOf(id: ShortcutId, withBare: boolean): string[] | undefined {
  const shortcut = [...ANYWHERE, ...IN_LIST].find((one) => one.id === id);
  const keys = shortcut?.keys.find((one) => withBare || !isBare(one));
  return keys && keyCaps(keys);
}
