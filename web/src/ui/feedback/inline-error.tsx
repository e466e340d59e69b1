import CircleAlert from 'lucide-react/icons/circle-exclamation-point';
import type { ReactNode } from 'react';

/** Error with its remedy, next to its cause. Announced at once. */
export function InlineError({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div
      role="alert"
      className="flex items-baseline gap-2.5 rounded-paper border-b border-damage bg-damage-wash px-3 py-2.5 type-note"
    >
      <CircleAlert size={16} aria-hidden className="shrink-0 translate-y-0.75 text-damage" />
      <div className="min-w-0 grow">{children}</div>
      {action}
    </div>
  );
}
