import type { ReactNode } from 'react';

/** One muted line within the page, such as "offline". Announced when it appears. */
export function Notice({ icon, children }: { icon?: ReactNode; children: ReactNode }) {
  return (
    <output className="type-meta flex items-center gap-2 text-text-3">
      {icon}
      <span>{children}</span>
    </output>
  );
}
