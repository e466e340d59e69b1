import type { ReactNode } from 'react';

/** Heading on the left and its explanation on the right, on a common baseline. */
export function SectionHead({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <div className="halves mb-8 items-end gap-y-4 md:mb-12">
      <h2 className="type-title-1">{title}</h2>
      <p className="type-lead max-w-[36em] text-text-2 max-md:type-read">{children}</p>
    </div>
  );
}
