export interface ToastAction {
  /** A verb: Undo, View, Try again. */
  label: string;
  onPress: () => void;
  /** Undoes the last act, so the keyboard shortcut applies to it. */
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

/** Text of a toast with its action. */
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
 * After a row was deleted by keyboard, focuses Undo. Not after mouse clicks, because a focused toast doesn't
 * expire; `:focus-visible` distinguishes the two.
 */
function takeLostFocus(button: HTMLButtonElement | null): void {
  if (button === null || document.activeElement !== document.body) return;
  button.focus({ preventScroll: true });
  if (!button.matches(':focus-visible')) button.blur();
}
