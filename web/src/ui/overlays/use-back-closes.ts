import { useEffect, useEffectEvent, useState } from 'react';

/** TypeScript's DOM library does not know it yet: https://developer.mozilla.org/docs/Web/API/CloseWatcher */
interface CloseWatcher extends EventTarget {
  destroy: () => void;
}

declare global {
  interface Window {
    CloseWatcher?: new () => CloseWatcher;
  }
}

/**
 * Android's Back closes what lies on top, as in any app there, and does not leave the page. Only where a finger is the
 * pointer: elsewhere the same request is the Escape key, which dialogs know themselves.
 */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const [round, setRound] = useState(0);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen || !window.CloseWatcher || !matchMedia('(pointer: coarse)').matches) return;
    const watcher = new window.CloseWatcher();
    watcher.addEventListener('close', () => {
      close();
      // It hears one request. What does not close now, because it is sending, waits for the next.
      setRound(round + 1);
    });
    return () => watcher.destroy();
  }, [isOpen, round]);
}
