import type { ReactNode } from 'react';

export interface SlipProps {
  children: ReactNode;
  /** The part that is torn off: a `SlipStub`. */
  stub?: ReactNode;
  /** `below` where there is no room beside the text; on the phone it always is. */
  stubAt?: 'side' | 'below';
  /** Just delivered: it is fed out below its task. */
  fresh?: boolean;
}

/** Work delivered: canary, perforated, torn at the bottom. Lies on the page, so it has a shadow. */
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
