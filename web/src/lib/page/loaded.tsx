import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { PartFailed } from '../../ui/feedback/part-failed.tsx';
import { logProblem } from '../log.ts';

export interface LoadedProps<Props> {
  /** Must be a stable function: `() => import('./big.tsx').then(({ Big }) => Big)`. */
  load: () => Promise<ComponentType<Props>>;
  props: Props;
  /** Shown while loading. */
  waiting?: ReactNode;
  /** Handles a failure silently: nothing is shown then. */
  onFailed?: () => void;
}

/**
 * A component whose code is loaded on first render. Unlike with React's `lazy`, a failure doesn't take down the
 * page and isn't permanent: offline, a dialog doesn't open and the list stays.
 */
export function Loaded<Props extends object>({ load, props, waiting = null, onFailed }: LoadedProps<Props>) {
  const [Part, setPart] = useState<ComponentType<Props>>();
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    let isWanted = true;
    load().then(
      (part) => isWanted && setPart(() => part),
      (error: unknown) => {
        logProblem('a part of the page could not be loaded', error);
        if (!isWanted) return;
        if (onFailed) onFailed();
        else setHasFailed(true);
      },
    );
    return () => {
      isWanted = false;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- fetched once, whatever onFailed is
  }, [load]);
  if (hasFailed) return <PartFailed />;
  return Part ? <Part {...props} /> : waiting;
}
