import { useEffect, useEffectEvent } from 'react';
import { isCovered } from '#web/lib/device/is-covered.ts';
import { focusedRow, focusRow, taskRows } from '#web/lib/live/task-rows.ts';
import { useLetterKeys } from './letter-keys.ts';
import { ANYWHERE, IN_LIST, isBare, type Keys, type Shortcut, type ShortcutId } from './shortcuts.ts';

/** Index of the last focused row, which may have left the list or lost focus since. */
let place = 0;

/** Focuses the next or previous row; from elsewhere, the last focused position. */
function moveRow(step: 1 | -1): void {
  const rows = taskRows();
  const at = rows.findIndex((row) => row === focusedRow());
  const wanted = at === -1 ? place : at + step;
  place = Math.max(0, Math.min(rows.length - 1, wanted));
  const row = rows[place];
  if (row) focusRow(row);
}

/** Acts on the focused task row. */
export type RowAct = 'open' | 'complete' | 'edit' | 'delegate' | 'delete';

export interface ShortcutActs {
  readonly addTask: () => void;
  readonly addProject: () => void;
  readonly search: () => void;
  readonly undo: () => void;
  readonly help: () => void;
  readonly goTo: (path: string) => void;
  readonly onRow: (act: RowAct, taskId: string) => void;
}

/** Timeout for the key after "g". */
const WAIT_MS = 1500;

const TEXT_FIELD =
  'textarea, select, [contenteditable], input:not([type=checkbox], [type=radio], [type=button], [type=submit])';

/** Handles keys page-wide, except while typing or behind a dialog. */
export function useShortcuts(acts: ShortcutActs): void {
  const act = useEffectEvent((id: ShortcutId) => perform(acts, id));
  useEffect(() => {
    let pending: Keys = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const listen = (event: KeyboardEvent) => {
      const key = event.defaultPrevented ? undefined : keyName(event);
      if (key === undefined || isCovered()) return;
      if (isMeantElsewhere(event, key)) return;
      const reading = readKeys(pending, key, focusedRow() ? [...ANYWHERE, ...IN_LIST] : WITHOUT_ROW, isOn());
      clearTimeout(timer);
      pending = reading.pending;
      timer = setTimeout(() => {
        pending = [];
      }, WAIT_MS);
      if (reading.id === undefined) return;
      event.preventDefault();
      act(reading.id);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

const isOn = () => useLetterKeys.getState().isOn;

/**
 * Without a focused row, only the letters move to one: arrows scroll the page, and Space presses the focused
 * element.
 */
const WITHOUT_ROW = [
  ...ANYWHERE,
  ...IN_LIST.filter(({ id }) => id === 'next' || id === 'previous').map((shortcut) => ({
    ...shortcut,
    keys: shortcut.keys.filter(isBare),
  })),
];

function isMeantElsewhere({ target }: KeyboardEvent, key: string): boolean {
  if (!(target instanceof Element)) return false;
  // A text field has its own undo.
  if (target.matches(TEXT_FIELD)) return !key.startsWith('Mod+') || key === 'Mod+z';
  // Space and Enter belong to a button within a row, and arrows to a radio group.
  if (key === ' ' || key === 'Enter') return target !== focusedRow();
  return key.startsWith('Arrow') && target.matches('[type=radio]');
}

function perform(acts: ShortcutActs, id: ShortcutId): void {
  switch (id) {
    case 'add_task':
      return acts.addTask();
    case 'add_project':
      return acts.addProject();
    case 'search':
      return acts.search();
    case 'undo':
      return acts.undo();
    case 'help':
      return acts.help();
    case 'next':
      return moveRow(1);
    case 'previous':
      return moveRow(-1);
    case 'open':
    case 'complete':
    case 'edit':
    case 'delegate':
    case 'delete': {
      const taskId = focusedRow()?.dataset['taskId'];
      return taskId === undefined ? undefined : acts.onRow(id, taskId);
    }
    default:
      return acts.goTo(id.slice('to '.length));
  }
}

/**
 * Name of a pressed key as written in shortcuts: `n`, `?`, `ArrowDown`, `Mod+k`. Undefined for anything else.
 */
export function keyName(event: KeyboardEvent): string | undefined {
  const { key, code, altKey, ctrlKey, metaKey, shiftKey, isComposing } = event;
  if (isComposing || altKey || ['Control', 'Shift', 'Meta', 'CapsLock'].includes(key)) return undefined;
  // On non-Latin layouts, use the Latin letter at the same position.
  const isForeign = /^[^\p{ASCII}]$/u.test(key) && code.startsWith('Key');
  const name = isForeign || /^[A-Z]$/.test(key) ? (isForeign ? code.slice(3) : key).toLowerCase() : key;
  if (!ctrlKey && !metaKey) return name;
  // With Shift it is a different command, usually the browser's: Mod+Z undoes, Mod+Shift+Z redoes.
  return shiftKey ? `Mod+Shift+${name}` : `Mod+${name}`;
}

interface Reading {
  readonly id?: ShortcutId;
  /** Keys typed so far of a longer shortcut. */
  readonly pending: Keys;
}

/** Resolves keys to an act, given the keys pressed before. */
export function readKeys(
  pending: Keys,
  key: string,
  shortcuts: readonly Shortcut[],
  withBare: boolean,
): Reading {
  const known = shortcuts.flatMap(({ id, keys }) =>
    keys.filter((one) => withBare || !isBare(one)).map((one) => ({ id, keys: one })),
  );
  const typed = [...pending, key];
  const begun = known.filter(({ keys }) => typed.every((one, at) => keys[at] === one));
  const complete = begun.find(({ keys }) => keys.length === typed.length);
  if (complete) return { id: complete.id, pending: [] };
  if (begun.length > 0) return { pending: typed };
  // Not a page after "g": try the key as a shortcut of its own.
  return pending.length > 0 ? readKeys([], key, shortcuts, withBare) : { pending: [] };
}
