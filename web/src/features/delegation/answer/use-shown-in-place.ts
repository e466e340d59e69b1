import { type RefObject, useEffect, useRef } from 'react';
import type { Run } from '#domain/rows/run-row.ts';
import { notify } from '#web/lib/page/toast.ts';
import { type DelegableTask, useDelegationDialogs } from '../open-delegation.ts';

interface ShownInPlace {
  /** The text of the answer. */
  readonly sheet: RefObject<HTMLElement | null>;
  /** Shows a new version where the one before it is read, from its start. */
  readonly showInPlace: (run: Run) => void;
}

/** Opens a new version in the same dialog, which must not leave the reader at the end of the old one. */
export function useShownInPlace(task: DelegableTask, runId: string): ShownInPlace {
  const openResponse = useDelegationDialogs((state) => state.openResponse);
  const sheet = useRef<HTMLElement>(null);
  const arrived = useRef<string>(undefined);
  useEffect(() => {
    if (arrived.current !== runId) {
      // An answer that was opened makes its toast redundant. The toast of one that arrived by itself says so.
      notify.dismiss(runId);
      return;
    }
    sheet.current?.focus({ preventScroll: true });
    sheet.current?.scrollIntoView({ block: 'start' });
  }, [runId]);
  const showInPlace = (run: Run) => {
    arrived.current = run.id;
    openResponse(task, run.id);
  };
  return { sheet, showInPlace };
}
