import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';

/** A small outlined label: timeframe, priority, "AI Assisted" (`slip`, because the assistant touched it). */
export function Badge({
  look = 'edge',
  children,
}: {
  look?: 'edge' | 'strong' | 'filled' | 'slip';
  children: ReactNode;
}) {
  return (
    <span
      className={classNames(
        'inline-flex h-5.5 items-center gap-1.25 rounded-check border px-1.75 whitespace-nowrap [font:500_.75rem/1_var(--font-text)]',
        look === 'edge' && 'border-line-strong text-text-2',
        look === 'strong' && 'border-text text-text',
        look === 'filled' && 'border-text bg-text text-page',
        look === 'slip' && 'border-slip-line bg-slip text-slip-text',
      )}
    >
      {children}
    </span>
  );
}
