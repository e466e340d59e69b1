import { focusContent } from '#web/lib/device/focus.ts';

/** A row with the focus in it is about to go: the next one takes it, or the one before, or the page. */
export function focusBeside(row: HTMLElement | null): void {
  if (!row?.contains(document.activeElement)) return;
  const beside = row.nextElementSibling ?? row.previousElementSibling;
  const button = beside?.querySelector('button');
  if (button) button.focus();
  else focusContent();
}
