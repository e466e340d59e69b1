import { useEffect, useEffectEvent, useState } from 'react';

/** Missing in TypeScript's DOM library: https://developer.mozilla.org/docs/Web/API/CloseWatcher */
interface CloseWatcher extends EventTarget {
  destroy: () => void;
}

declare global {
  interface Window {
    CloseWatcher?: new () => CloseWatcher;
  }
}

/**
 * Android's Back closes the topmost overlay instead of leaving the page. Touch devices only: elsewhere a close
 * request is the Escape key, which dialogs handle themselves.
 */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const [round, setRound] = useState(0);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen || !window.CloseWatcher || !matchMedia('(pointer: coarse)').matches) return;
    const watcher = new window.CloseWatcher();
    watcher.addEventListener('close', () => {
      close();
      // A watcher fires once. If the overlay stays open, because it is sending, create another.
      setRound(round + 1);
    });
    return () => watcher.destroy();
  }, [isOpen, round]);
}
