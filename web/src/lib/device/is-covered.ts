const ON_TOP = '[role=dialog], [role=alertdialog], :popover-open';

/** Whether a dialog or menu above the page takes the keys. */
export function isCovered(): boolean {
  return document.querySelector(ON_TOP) !== null;
}
