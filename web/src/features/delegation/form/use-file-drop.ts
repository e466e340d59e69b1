import { useEffect, useRef, useState } from 'react';

/**
 * Accepts files dropped anywhere on the page, or pasted, while the form is open; a drop that misses the field
 * would otherwise navigate to the file. Returns true while files are dragged over the page.
 */
export function useFileDrop(onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const latest = useRef(onFiles);
  useEffect(() => {
    latest.current = onFiles;
  });
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const take = (event: Event, transfer: DataTransfer | null) => {
      const files = [...(transfer?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      latest.current(files);
    };
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setIsOver(true);
    };
    document.addEventListener('dragover', over, { signal });
    document.addEventListener('dragleave', (event) => event.relatedTarget === null && setIsOver(false), {
      signal,
    });
    document.addEventListener(
      'drop',
      (event) => {
        setIsOver(false);
        take(event, event.dataTransfer);
      },
      { signal },
    );
    document.addEventListener('paste', (event) => take(event, event.clipboardData), { signal });
    return () => stop.abort();
  }, []);
  return isOver;
}
