import ReceiptText from 'lucide-react/icons/receipt-text';
import type { ReactNode } from 'react';

/** "Delivered", with time or place beside it. */
export function SlipTitle({ children, note }: { children: ReactNode; note?: string }) {
  return (
    <h4 className="mb-1 flex flex-wrap items-center gap-x-2 [font:600_.8125rem/1.25rem_var(--font-text)]">
      <ReceiptText size={16} aria-hidden />
      {children}
      {note && <span className="type-slip text-slip-text-2">{note}</span>}
    </h4>
  );
}
