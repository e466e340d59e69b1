import { Dialog as Base } from '@base-ui/react/dialog';
import X from 'lucide-react/icons/x';
import { type FormEvent, type KeyboardEvent, type ReactNode, type RefObject, useRef } from 'react';
import { t } from '#web/texts/app.ts';
import { classNames } from '../class-names.ts';
import { IconButton } from '../controls/icon-button.tsx';
import { useBackCloses } from './use-back-closes.ts';

export interface DialogProps {
  open: boolean;
  /** Called on Escape, Android's Back, the close button or, if nothing is filled in, a press outside. */
  onClose: () => void;
  title: ReactNode;
  description?: string;
  children: ReactNode;
  /** Stays at the bottom while the body scrolls. One primary button, at the end. */
  foot?: ReactNode;
  /**
   * Beside the body; over the whole dialog below 1024 px. Escape and Android's Back close it before the dialog. Null where
   * there may be something later.
   */
  beside?: { readonly content: ReactNode; readonly onClose: () => void } | null;
  /** Makes body and foot one form, so that Enter submits and the foot can hold the submit button. */
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
  width?: 's' | 'm' | 'l';
  /** Full height; full screen below 768 px. For reading. */
  fill?: boolean;
  /** Element to focus first; the first field by default. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** Element to focus on closing; the opener by default and for null. */
  finalFocus?: () => HTMLElement | null;
}

const WIDTHS = { s: 'md:w-110', m: 'md:w-160', l: 'md:w-284' } as const;

/** A bottom sheet below 768 px. Traps focus and returns it to the opener. */
export function Dialog(props: DialogProps) {
  const {
    open,
    onClose,
    title,
    description,
    children,
    foot,
    beside,
    onSubmit,
    width = 'm',
    fill = false,
    initialFocus,
    finalFocus,
  } = props;
  const popup = useRef<HTMLDivElement>(null);
  const closeTop = beside?.onClose ?? onClose;
  useBackCloses(open, closeTop);
  const body = <div className="dialog-body">{children}</div>;
  const content = (
    <>
      {beside === undefined ? (
        body
      ) : (
        <div className="dialog-spread">
          {body}
          {beside && <div className="dialog-beside">{beside.content}</div>}
        </div>
      )}
      {foot && <div className="dialog-foot">{foot}</div>}
    </>
  );
  return (
    <Base.Root
      open={open}
      onOpenChange={(next, { reason }) => {
        if (!next) (reason === 'escape-key' ? closeTop : onClose)();
      }}
      disablePointerDismissal={onSubmit !== undefined}
    >
      <Base.Portal>
        <Base.Backdrop className="dialog-scrim" />
        <Base.Viewport className="dialog-viewport">
          <Base.Popup
            className={classNames('dialog', WIDTHS[width], fill && 'dialog-fill')}
            ref={popup}
            onKeyDown={onSubmit && saveByKeys}
            finalFocus={finalFocus && (() => finalFocus() ?? true)}
            initialFocus={initialFocus ?? ((type) => firstField(popup.current, type))}
          >
            <div className="dialog-head">
              <div className="min-w-0">
                <Base.Title className="type-title-3">{title}</Base.Title>
                {description && (
                  <Base.Description
                    dir="auto"
                    className="type-meta mt-0.5 line-clamp-3 wrap-anywhere text-text-3"
                  >
                    {description}
                  </Base.Description>
                )}
              </div>
              <Base.Close
                render={<IconButton label={t('ui.close')} size={32} className="ms-auto shrink-0" />}
              >
                <X size={16} aria-hidden />
              </Base.Close>
            </div>
            {onSubmit ? (
              <form noValidate className="dialog-content" onSubmit={onSubmit}>
                {content}
              </form>
            ) : (
              <div className="dialog-content">{content}</div>
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

/** Ctrl+Enter or Cmd+Enter submits, also from fields where Enter adds a line. */
function saveByKeys(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  // React bubbles key events from nested dialogs through this one.
  if (!(event.target instanceof Node && event.currentTarget.contains(event.target))) return;
  event.preventDefault();
  event.currentTarget.querySelector<HTMLElement>('button[type=submit]')?.click();
}

/**
 * First field to focus. None on touch: the on-screen keyboard would hide half the dialog. A dialog that was
 * loaded on demand doesn't know how it was opened, so the device's primary pointer decides.
 */
function firstField(popup: HTMLElement | null, openType: string): HTMLElement | true {
  const isByTouch = openType === 'touch' || (openType === '' && matchMedia('(pointer: coarse)').matches);
  if (isByTouch) return popup ?? true;
  const field = popup?.querySelector<HTMLElement>('input, select, textarea');
  // In a radio group, the checked one, as Tab does.
  const group = field?.matches('[type=radio]') ? field.closest('fieldset') : null;
  return group?.querySelector<HTMLElement>('[type=radio]:checked') ?? field ?? true;
}
