import type { ReactNode } from 'react';
import { useSessionMark } from '../../lib/session/use-session-mark.ts';
import { PublicFooter } from './public-footer.tsx';
import { PublicHeader } from './public-header.tsx';

/** Header and footer of the public pages besides the landing page, which brings a file of its own without React. */
export function PublicFrame({ children }: { children: ReactNode }) {
  useSessionMark();
  return (
    <div className="flex min-h-dvh flex-col">
      <PublicHeader />
      <main className="wrap w-full grow pt-6 pb-16 md:pt-12 md:pb-24">{children}</main>
      <PublicFooter />
    </div>
  );
}
