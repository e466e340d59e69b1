export interface ToastAction {
  /** A verb: Undo, View, Try again. */
  label: string;
  onPress: () => void;
  /** It takes back what has just been done: the keyboard has a shortcut for it. */
  isUndo?: boolean;
  /** Takes the focus that its subject lost by being removed. */
  takesLostFocus?: boolean;
}

export interface ToastTextProps {
  text: string;
  /** Facts in small print: "No. 0047, 1:48, 1 credit". */
  detail?: string;
  action?: ToastAction;
}

/** The words of a toast and the one way out beside them. */
export function ToastText({ text, detail, action }: ToastTextProps) {
  return (
    <>
      <span className="min-w-0 grow wrap-anywhere">
        {text}
        {detail && <small className="type-slip mt-0.5 block text-(--toast-quiet)">{detail}</small>}
      </span>
      {action && (
        <button
          type="button"
          ref={action.takesLostFocus ? takeLostFocus : undefined}
          data-undo={action.isUndo}
          onClick={action.onPress}
          className="hit-40 ps-2 font-medium whitespace-nowrap text-ink hover:underline"
        >
          {action.label}
        </button>
      )}
    </>
  );
}

/**
 * Whoever deleted a row with the keyboard finds the way back under the next key. A mouse's focus is left alone,
 * because a toast that holds the focus does not run out; the browser knows which of the two it was.
 */
function takeLostFocus(button: HTMLButtonElement | null): void {
  if (button === null || document.activeElement !== document.body) return;
  button.focus({ preventScroll: true });
  if (!button.matches(':focus-visible')) button.blur();
}
