import { useSyncExternalStore } from 'react';
import { currentTheme, type Theme } from './theme.ts';

/** The theme that is shown, whoever has changed it: the button in the top line, or the choice in Settings. */
export function useTheme(): Theme {
  return useSyncExternalStore(follow, currentTheme, () => 'system');
}

function follow(changed: () => void): () => void {
  const watching = new MutationObserver(changed);
  watching.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => watching.disconnect();
}
