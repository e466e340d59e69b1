const KEPT = 'errand-mailbox-key';
const SHAPE = /^[\w-]{16,64}$/;

/** Fallback where storage is forbidden: lasts as long as the page. */
let held: string | null = null;

/**
 * The key that the server told at its start: from the address, which then forgets it, or from what this browser kept.
 * null: this browser has never had it.
 */
export function mailboxKey(): string | null {
  // Pages are also drawn while they are built.
  if (typeof location === 'undefined') return null;
  const found = keyIn(location.hash);
  if (found !== null) {
    keepMailboxKey(found);
    history.replaceState(history.state, '', `${location.pathname}${location.search}`);
  }
  return held ?? keptKey();
}

/** Reads the key from what somebody typed: the whole link of the start, or the key alone. */
export function keyIn(text: string): string | null {
  const trimmed = text.trim();
  const key = /#.*?\bkey=([^&]*)/.exec(trimmed)?.[1] ?? trimmed;
  return SHAPE.test(key) ? key : null;
}

export function keepMailboxKey(key: string): void {
  held = key;
  try {
    localStorage.setItem(KEPT, key);
  } catch {
    // Storage may be forbidden: it is held above.
  }
}

function keptKey(): string | null {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}
