import { type RefObject, useEffect } from 'react';

const DIALOG = '[role=dialog], [role=alertdialog]';

/**
 * F6 moves focus to the newest toast with a button, and back. A dialog traps Tab, so without this key its
 * toasts' actions would need a mouse. If focus came from a dialog, leaving the toasts returns there, since
 * everything behind the dialog is inert.
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
      // Excludes toasts that are fading out.
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
      // Keeps the dialog from closing.
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
