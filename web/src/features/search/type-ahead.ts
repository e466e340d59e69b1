let typed = '';
let ending: AbortController | undefined;

/**
 * Buffers keystrokes while the palette's code loads, so that fast typists need not wait and their letters don't
 * trigger shortcuts.
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
