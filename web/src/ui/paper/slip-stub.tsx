import type { ReactNode } from 'react';

/** The receipt's short form: number, steps, cost. Each child is a line; `<b>` for the number and the cost. */
export function SlipStub({ children }: { children: ReactNode }) {
  return <div className="slip-stub">{children}</div>;
}
