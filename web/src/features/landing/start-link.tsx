import type { ReactNode } from 'react';
import { type ButtonSize, buttonClass } from '#web/ui/controls/button-class.ts';

/** To the registration, or to the list of whoever is signed in: the page's script knows. */
export function StartLink({ size = 'm', children }: { size?: ButtonSize; children: ReactNode }) {
  return (
    <a data-start className={buttonClass('primary', size, 'max-md:w-full')} href="/register">
      {children}
    </a>
  );
}
