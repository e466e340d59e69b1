import type { ReactNode } from 'react';

/** A recognised word of a task, underlined in ink. */
export function UnderstoodWord({ children }: { children: ReactNode }) {
  return <mark className="bg-transparent text-ink shadow-[inset_0_-1.5px_0_var(--ink)]">{children}</mark>;
}
