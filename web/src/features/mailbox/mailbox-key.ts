const KEPT = 'errand-mailbox-key';
const SHAPE = /^[\w-]{16,64}$/;

/** Fallback if storage is forbidden: lasts as long as the page. */
let held: string | null = null;

/**
 * The key that the server printed at its start, from the URL, which is then cleaned, or from storage. Null if
 * this browser never had it.
 */
export function mailboxKey(): string | null {
  // Also runs while prerendering.
  if (typeof location === 'undefined') return null;
  const found = keyIn(location.hash);
  if (found !== null) {
    keepMailboxKey(found);
    history.replaceState(history.state, '', `${location.pathname}${location.search}`);
  }
  return held ?? keptKey();
}

/** Extracts the key from user input: the printed link, or the key alone. */
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
    // Storage may be forbidden; `held` has it.
  }
}

function keptKey(): string | null {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}
