import { useSyncExternalStore } from 'react';
import { currentTheme, type Theme } from './theme.ts';

/** Current theme, whether changed in the header or in Settings. */
export function useTheme(): Theme {
  return useSyncExternalStore(follow, currentTheme, () => 'system');
}

function follow(changed: () => void): () => void {
  const watching = new MutationObserver(changed);
  watching.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => watching.disconnect();
}
