const ON_TOP = '[role=dialog], [role=alertdialog], :popover-open';

/** True while a dialog or menu above the page handles the keys. */
export function isCovered(): boolean {
  return document.querySelector(ON_TOP) !== null;
}
