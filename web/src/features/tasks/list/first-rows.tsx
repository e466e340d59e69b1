import { type RefObject, useLayoutEffect } from 'react';
import { keepFirstRows, PAINT_FIRST_ROWS, paintFirstRows } from '#web/lib/device/first-rows.ts';
import { useIsFromFile } from '#web/lib/device/use-is-from-file.ts';
import { useSession } from '#web/lib/session/session.ts';

/** As text, whose place React leaves to the script: elements that it doesn't know would make it render the page again. */
const UNKNOWN = '';

/**
 * The rows that this device showed last, until the list is there; nothing if it has kept none. In the page's file a
 * script paints them before any other code is there.
 */
export function FirstRows() {
  const isFromFile = useIsFromFile();
  return (
    <>
      <div
        ref={paintFirstRows}
        inert
        aria-hidden
        className="sheet first-rows max-md:-mx-4"
        suppressHydrationWarning
      >
        {UNKNOWN}
      </div>
      {isFromFile && (
        <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: PAINT_FIRST_ROWS }} />
      )}
    </>
  );
}

/** If `isKept`, keeps the rows of a list whenever it goes out of sight. */
export function useKeptFirstRows(list: RefObject<HTMLElement | null>, isKept: boolean): void {
  const user = useSession((state) => state.user?.id);
  useLayoutEffect(() => {
    if (user === undefined || !isKept) return;
    const keep = () => {
      // Whoever has logged out leaves nothing behind.
      if (list.current && useSession.getState().user?.id === user) keepFirstRows(list.current, user);
    };
    addEventListener('pagehide', keep);
    document.addEventListener('visibilitychange', keep);
    return () => {
      removeEventListener('pagehide', keep);
      document.removeEventListener('visibilitychange', keep);
      keep();
    };
  }, [list, user, isKept]);
}
