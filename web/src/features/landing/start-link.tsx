import type { ReactNode } from 'react';
import { type ButtonSize, buttonClass } from '#web/ui/controls/button-class.ts';

/** Call to action: sign-up, or the list for a signed-in user; the script sets the target. */
export function StartLink({ size = 'm', children }: { size?: ButtonSize; children: ReactNode }) {
  return (
    <a data-start className={buttonClass('primary', size, 'max-md:w-full')} href="/register">
      {children}
    </a>
  );
}
