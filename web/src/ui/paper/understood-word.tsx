import type { ReactNode } from 'react';

/** A word of a task that was understood as more than a word: underlined in ink. */
export function UnderstoodWord({ children }: { children: ReactNode }) {
  return <mark className="bg-transparent text-ink shadow-[inset_0_-1.5px_0_var(--ink)]">{children}</mark>;
}
