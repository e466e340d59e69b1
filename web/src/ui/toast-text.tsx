export interface ToastAction {
  /** A verb: Undo, View, Try again. */
  label: string;
  onPress: () => void;
}

export interface ToastTextProps {
  text: string;
  /** What the machine noted: "No. 0047, 1:48, 1 credit". */
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
          onClick={action.onPress}
          className="hit-40 ps-2 font-medium whitespace-nowrap text-ink hover:underline"
        >
          {action.label}
        </button>
      )}
    </>
  );
}
