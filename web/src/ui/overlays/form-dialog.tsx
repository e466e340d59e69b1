import { type ReactNode, useRef } from 'react';
import { Button } from '../controls/button.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';

export interface FormDialogProps extends Pick<DialogProps, 'title' | 'width' | 'onClose' | 'initialFocus'> {
  children: ReactNode;
  cancelLabel: string;
  submitLabel: string;
  /** Label of the button while submitting. */
  busyLabel: string;
  busy: boolean;
  /** Disables submit. */
  disabled?: boolean;
  /** Destructive: Cancel has the initial focus. */
  damage?: boolean;
  /** Cancel where it differs from closing: drops the draft. */
  onCancel?: () => void;
  onSubmit: () => void;
}

/** A dialog with one act: Cancel, and the button that performs it. Can't be submitted twice. */
export function FormDialog(props: FormDialogProps) {
  const {
    children,
    cancelLabel,
    submitLabel,
    busyLabel,
    busy,
    onSubmit,
    onClose,
    onCancel = onClose,
    ...rest
  } = props;
  const { disabled = false, damage = false, ...dialog } = rest;
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open
      {...dialog}
      onClose={onClose}
      {...(damage && { initialFocus: cancel })}
      onSubmit={(event) => {
        event.preventDefault();
        if (!disabled && !busy) onSubmit();
      }}
      foot={
        <>
          <Button ref={cancel} look="plain" className="ms-auto" onClick={onCancel}>
            {cancelLabel}
          </Button>
          <Button
            look={damage ? 'damage-fill' : 'primary'}
            type="submit"
            disabled={disabled}
            busy={busy}
            busyLabel={busyLabel}
          >
            {submitLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
