import { isBare, type Keys, type Shortcut, type ShortcutId } from './shortcuts.ts';

/** The name of a pressed key as shortcuts are written: `n`, `?`, `ArrowDown`, `Mod+k`. Undefined for one that is none. */
export function keyName(event: KeyboardEvent): string | undefined {
  const { key, code, altKey, ctrlKey, metaKey, shiftKey, isComposing } = event;
  if (isComposing || altKey || ['Control', 'Shift', 'Meta', 'CapsLock'].includes(key)) return undefined;
  // On a keyboard of another script the letters lie where they lie on a Latin one.
  const isForeign = /^[^\p{ASCII}]$/u.test(key) && code.startsWith('Key');
  const name = isForeign || /^[A-Z]$/.test(key) ? (isForeign ? code.slice(3) : key).toLowerCase() : key;
  if (!ctrlKey && !metaKey) return name;
  // With Shift it is another command, mostly the browser's: Mod and Z takes back, Mod and Shift and Z does again.
  return shiftKey ? `Mod+Shift+${name}` : `Mod+${name}`;
}

export interface Reading {
  readonly id?: ShortcutId;
  /** Keys that begin a shortcut and wait for the next. */
  readonly pending: Keys;
}

/** What the keys mean, after those that were waiting. */
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
  // "g", and then something that is no page: it may be a shortcut of its own.
  return pending.length > 0 ? readKeys([], key, shortcuts, withBare) : { pending: [] };
}
