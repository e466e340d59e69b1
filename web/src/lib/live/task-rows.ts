/** Rows carry their task's id, so that code outside the lists can find them and move between them. */
const ROW = '[data-task-id]';

/** All rows on the page, from top to bottom. */
export function taskRows(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(ROW)];
}

export function rowOfTask(id: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-task-id="${CSS.escape(id)}"]`);
}

/** The row that has or contains the focus. */
export function focusedRow(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>(ROW) ?? null;
}

export function focusRow(row: HTMLElement): void {
  row.focus({ preventScroll: true });
  row.scrollIntoView({ block: 'nearest' });
}

/** Waits up to `limit` milliseconds for a task's row to appear. */
export function waitForRow(id: string, limit: number): Promise<HTMLElement | null> {
  const row = rowOfTask(id);
  if (row) return Promise.resolve(row);
  return new Promise((resolve) => {
    const settle = (found: HTMLElement | null) => {
      observer.disconnect();
      clearTimeout(timer);
      resolve(found);
    };
    const observer = new MutationObserver(() => {
      const found = rowOfTask(id);
      if (found) settle(found);
    });
    const timer = setTimeout(() => settle(null), limit);
    observer.observe(document.body, { childList: true, subtree: true });
  });
}
