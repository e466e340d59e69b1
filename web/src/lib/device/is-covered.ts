const ON_TOP = '[role=dialog], [role=alertdialog], :popover-open';

/** Whether something lies above the page that has the keys for itself: a dialog, or a menu. */
export function isCovered(): boolean {
  return document.querySelector(ON_TOP) !== null;
}
