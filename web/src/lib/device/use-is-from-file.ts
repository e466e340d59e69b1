import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * True while a page is written to its file and while React takes that file over; false once React draws by
 * itself. For what must only ever come from the file: a script that React makes in the browser is refused by
 * trusted types, and a page that failed (which React draws anew from <html> down) would then stay blank.
 */
export function useIsFromFile(): boolean {
  return useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
}
