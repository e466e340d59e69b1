import type { ReactNode } from 'react';

export interface EmptyStateProps {
  heading: string;
  /** One sentence that teaches. */
  children: ReactNode;
  /** One button, at most two. */
  action?: ReactNode;
  level?: 1 | 2 | 3;
}

/** Empty state on a blank ruled page with lines 40 px apart. */
export function EmptyState({ heading, children, action, level = 2 }: EmptyStateProps) {
  const Heading = `h${level}` as const;
  return (
    <div className="ruled min-h-60 border-y border-line py-10 ps-[calc(var(--margin)+18px)] pe-4 md:pe-6">
      <Heading className="tracking-[-.01em] [font:600_1.125rem/40px_var(--font-text)]">{heading}</Heading>
      <p className="max-w-[72ch] leading-10 text-text-2">{children}</p>
      {action && <div className="flex min-h-10 flex-wrap items-center gap-2 max-md:*:h-10">{action}</div>}
    </div>
  );
}
