import { type ReactNode, useId } from 'react';

export interface PriceSectionProps {
  /** Anchor that other parts of the page link to. */
  id: string;
  heading: string;
  lead: ReactNode;
  children: ReactNode;
}

/** Two columns: heading and lead on the side, prices beside them. */
export function PriceSection({ id, heading, lead, children }: PriceSectionProps) {
  const headingId = useId();
  return (
    <section
      id={id}
      aria-labelledby={headingId}
      className="mt-16 grid scroll-mt-6 gap-x-16 gap-y-6 lg:mt-24 lg:grid-cols-[minmax(0,4fr)_minmax(0,8fr)]"
    >
      <div>
        <h2 id={headingId} className="type-title-2">
          {heading}
        </h2>
        <p className="mt-2 max-w-[60ch] text-text-2">{lead}</p>
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}
