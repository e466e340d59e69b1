import type { ReactNode } from 'react';

/** The long form of a stub: torn at both ends. Its `<section>`s are parted by perforation. */
export function Receipt({ children }: { children: ReactNode }) {
  return (
    <div className="receipt-edge">
      <div className="receipt">{children}</div>
    </div>
  );
}
