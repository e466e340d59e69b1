import ChevronDown from 'lucide-react/icons/chevron-down';
import ReceiptText from 'lucide-react/icons/receipt-text';
import type { ReactNode, Ref } from 'react';
import { IconButton } from '../controls/icon-button.tsx';

interface FoldedSlipProps {
  /** "Delivered" */
  title: string;
  /** "Answer, 09:14" */
  note: string;
  /** Start of the text, cut at the edge. */
  children: ReactNode;
  /** "No. 0047" */
  number: string | null;
  /** What pressing the line does, for screen readers. */
  openLabel: string;
  onOpen: () => void;
  unfoldLabel: string;
  onUnfold: () => void;
  ref?: Ref<HTMLButtonElement>;
}

/** A slip as one line. Pressing it opens the answer; the arrow unfolds it. */
export function FoldedSlip(props: FoldedSlipProps) {
  const { title, note, children, number, openLabel, onOpen, unfoldLabel, onUnfold, ref } = props;
  return (
    <div className="slip-line" data-kind="folded">
      <button type="button" ref={ref} className="slip-line-open" onClick={onOpen}>
        <ReceiptText size={14} aria-hidden className="translate-y-0.5" />
        <span className="sr-only">{openLabel}: </span>
        <span className="font-semibold whitespace-nowrap">{title}</span>
        <span className="type-slip whitespace-nowrap text-slip-text-2 max-md:sr-only">{note}</span>
        <span dir="auto" className="slip-line-start">
          {children}
        </span>
        {number !== null && <span className="type-slip-head ms-auto whitespace-nowrap">{number}</span>}
      </button>
      <IconButton label={unfoldLabel} className="-my-1 text-inherit" onClick={onUnfold}>
        <ChevronDown size={16} aria-hidden />
      </IconButton>
    </div>
  );
}
