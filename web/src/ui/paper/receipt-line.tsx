import type { ReactNode } from 'react';

/** "AI task ........ 1 credit" */
export function ReceiptLine({
  label,
  value,
  strong = false,
}: {
  label: string;
  value: ReactNode;
  strong?: boolean;
}) {
  return (
    <div className={`flex items-baseline ${strong ? 'type-slip-head' : ''}`}>
      <span className="min-w-16 truncate">{label}</span>
      <i aria-hidden className="dots" />
      <span className="text-end wrap-anywhere">{value}</span>
    </div>
  );
}
