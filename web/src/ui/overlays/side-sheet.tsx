import { Dialog as Base } from '@base-ui/react/dialog';
import X from 'lucide-react/icons/x';
import { type ReactNode, useRef } from 'react';
import { t } from '#web/texts/app.ts';
import { IconButton } from '../controls/icon-button.tsx';
import { useBackCloses } from './use-back-closes.ts';

export interface SideSheetProps {
  /** Spoken name. The sheet shows its own heading. */
  title: string;
  /** Small print in the head. */
  mark?: ReactNode;
  children: ReactNode;
  /** Stays at the bottom while the body scrolls. */
  foot?: ReactNode;
  onClose: () => void;
  /** Moves the focus when it closes. Returns true to leave it to the element that had it before. */
  finalFocus: () => boolean;
}

/** A sheet at the right, beside what it was opened from; full screen below 768 px. Traps focus. */
export function SideSheet({ title, mark, children, foot, onClose, finalFocus }: SideSheetProps) {
  const popup = useRef<HTMLDivElement>(null);
  useBackCloses(true, onClose);
  return (
    <Base.Root open onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="side-scrim" />
        <Base.Viewport className="side-viewport">
          <Base.Popup className="side-sheet" ref={popup} initialFocus={popup} finalFocus={finalFocus}>
            <div className="side-head">
              <Base.Title className="sr-only">{title}</Base.Title>
              {mark}
              <Base.Close
                render={<IconButton label={t('ui.close')} size={32} className="ms-auto shrink-0" />}
              >
                <X size={16} aria-hidden />
              </Base.Close>
            </div>
            <div className="side-body">{children}</div>
            {foot && <div className="side-foot">{foot}</div>}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
