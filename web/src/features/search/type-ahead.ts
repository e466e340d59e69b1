let typed = '';
let ending: AbortController | undefined;

/**
 * Keeps what is typed while the palette's code is on its way: a person who knows the keys does not wait for it, and
 * letters that went astray would be shortcuts.
 */
export function startTypeAhead(): void {
  typed = '';
  ending?.abort();
  ending = new AbortController();
  document.addEventListener('keydown', keep, { capture: true, signal: ending.signal });
}

/** Returns the keys typed so far and stops buffering. */
export function endTypeAhead(): string {
  const taken = typed;
  typed = '';
  ending?.abort();
  return taken;
}

function keep(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (ctrlKey || metaKey || altKey) return;
  if (key === 'Backspace') typed = typed.slice(0, -1);
  else if (key.length === 1) typed += key;
  else return;
  event.preventDefault();
}
