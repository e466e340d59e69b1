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
  | 'complete'
  | 'edit'
  | 'delegate'
  | 'delete'
  | `to ${string}`;

/** Keys that are pressed one after the other, named as the browser names them. "Mod" is Ctrl, or Cmd on a Mac. */
export type Keys = readonly string[];

export interface Shortcut {
  readonly id: ShortcutId;
  readonly label: string;
  /** Each of them does it. */
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

/** They mean the row that has the focus. */
export const IN_LIST: readonly Shortcut[] = [
  { id: 'next', label: t('shell.keys.next'), keys: [['j'], ['ArrowDown']] },
  { id: 'previous', label: t('shell.keys.previous'), keys: [['k'], ['ArrowUp']] },
  { id: 'complete', label: t('shell.keys.complete'), keys: [['x'], [' ']] },
  { id: 'edit', label: t('shell.keys.edit'), keys: [['e']] },
  { id: 'delegate', label: t('shell.keys.delegate'), keys: [['d']] },
  { id: 'delete', label: t('shell.keys.delete'), keys: [['Delete']] },
];

/** Every dialog knows these itself. */
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

/** A letter or sign alone: somebody who speaks to the computer says such keys without meaning them (WCAG 2.1.4). */
export function isBare(keys: Keys): boolean {
  return keys.some((key) => /^\S$/u.test(key));
}

/** The keys of a shortcut, as a menu shows them beside what they do. */
export function capsOf(id: ShortcutId, withBare: boolean): string[] | undefined {
  const shortcut = [...ANYWHERE, ...IN_LIST].find((one) => one.id === id);
  const keys = shortcut?.keys.find((one) => withBare || !isBare(one));
  return keys && keyCaps(keys);
}
