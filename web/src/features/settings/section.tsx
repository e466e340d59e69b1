import { type ReactNode, useId } from 'react';

interface SectionProps {
  /** Fragment of its URL: `#credits`. A subsection has none. */
  id?: string;
  title: string;
  /** Shown beside the title: a badge or a button. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A section of the settings, below a divider. */
export function Section({ id, title, aside, children }: SectionProps) {
  const titleId = useId();
  return (
    <section
      id={id}
      aria-labelledby={titleId}
      className="scroll-mt-4 pb-10 not-first:border-t not-first:border-line not-first:pt-7"
    >
      <div className="mb-4 flex min-h-7 items-center gap-3">
        <h2 id={titleId} className="type-title-3">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
