import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * True while prerendering and hydrating, false once React renders in the browser. For elements that must come
 * from the prerendered file: Trusted Types refuse scripts that React creates, and a failed page, which React
 * renders again from <html> down, would stay blank.
 */
export function useIsFromFile(): boolean {
  return useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
}
