import { type RefObject, useEffect } from 'react';

const DIALOG = '[role=dialog], [role=alertdialog]';

/**
 * F6 leads to the newest toast that has something to press, and back. A dialog keeps Tab for itself, so that without
 * this key nobody who has no mouse could take back what a toast tells. Whoever came from a dialog is led back to it by
 * whatever leaves the toasts, because all that lies behind the dialog is out of reach.
 */
export function useToastKeys(section: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const place = section.current;
    if (place === null) return;
    let from: HTMLElement | null = null;
    const goBack = () => {
      if (from?.isConnected) from.focus();
    };
    const isFromDialog = () => from?.isConnected === true && from.closest(DIALOG) !== null;

    const remember = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof Node && place.contains(relatedTarget)) return;
      from = relatedTarget instanceof HTMLElement ? relatedTarget : null;
    };
    const press = () => {
      if (isFromDialog()) goBack();
    };
    const listen = (event: KeyboardEvent) => {
      const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
      if (altKey || ctrlKey || metaKey) return;
      // One that is fading away says nothing any more.
      const buttons = [...place.querySelectorAll<HTMLElement>('[data-said] button')];
      const at = buttons.findIndex((button) => button === document.activeElement);
      const isThere = at >= 0;
      const target = key === 'Tab' ? buttons[at + (shiftKey ? -1 : 1)] : undefined;
      if (key === 'F6' && buttons.length > 0) {
        if (isThere) goBack();
        else buttons[0]?.focus();
      } else if (isThere && isFromDialog() && (key === 'Tab' || key === 'Escape')) {
        if (target) target.focus();
        else goBack();
      } else return;
      event.preventDefault();
      // The dialog is not asked to close.
      event.stopPropagation();
    };
    place.addEventListener('focusin', remember);
    place.addEventListener('click', press, true);
    document.addEventListener('keydown', listen, true);
    return () => {
      place.removeEventListener('focusin', remember);
      place.removeEventListener('click', press, true);
      document.removeEventListener('keydown', listen, true);
    };
  }, [section]);
}
