import type { ReactNode } from 'react';

export interface SlipProps {
  children: ReactNode;
  /** The part below the perforation: a `SlipStub`. */
  stub?: ReactNode;
  /** `below` if there is no room beside the text; on phones it always is. */
  stubAt?: 'side' | 'below';
  /** Just delivered: animated below its task. */
  fresh?: boolean;
}

/** A delivered answer: canary, perforated, torn at the bottom, with a shadow on the page. */
export function Slip({ children, stub, stubAt = 'side', fresh = false }: SlipProps) {
  return (
    <div className="slip-edge" data-fresh={fresh || undefined}>
      <article className="slip" data-stub={(stub !== undefined && stubAt === 'side') || undefined}>
        <div className="slip-main">{children}</div>
        {stub}
      </article>
    </div>
  );
}
