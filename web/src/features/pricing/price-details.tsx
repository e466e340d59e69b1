import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ReactNode } from 'react';

interface PriceDetailsProps {
  /** Anchor to link to. */
  id: string;
  summary: string;
  children: ReactNode;
}

/** What only some want to know, opened by its line. Native <details>, which the page's search opens too. */
export function PriceDetails({ id, summary, children }: PriceDetailsProps) {
  return (
    <details id={id} className="group scroll-mt-6 border-b border-line">
      <summary className="flex cursor-pointer list-none items-center justify-between gap-4 py-4 [&::-webkit-details-marker]:hidden">
        <span className="link type-body-strong">{summary}</span>
        <ChevronDown size={16} aria-hidden className="shrink-0 text-text-3 group-open:rotate-180" />
      </summary>
      <div className="pt-2 pb-10">{children}</div>
    </details>
  );
}
