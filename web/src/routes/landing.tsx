import { useEffect } from 'react';
import { enhanceLanding } from '#web/features/landing/enhance-landing.ts';
import { FirstTaskForm } from '#web/features/landing/first-task-form.tsx';
import { Hero } from '#web/features/landing/hero.tsx';
// oxlint-disable-next-line import/default -- the suffix makes the bundler answer with the file's address
import script from '#web/features/landing/landing.script.ts?worker&url';
import { LandingFooter } from '#web/features/landing/landing-footer.tsx';
import { LandingHeader } from '#web/features/landing/landing-header.tsx';
import { Motions } from '#web/features/landing/motions.tsx';
import { Today } from '#web/features/landing/today.tsx';
import { brandName } from '#web/lib/brand.ts';
import type { RouteHandle } from '#web/lib/page-file.ts';
import { pageMeta } from '#web/lib/page-meta.ts';

export const meta = () =>
  pageMeta({
    title: `${brandName()}. You keep the list. ${brandName()} runs it.`,
    description:
      'A to-do list for home and work, with an assistant that finishes the tasks you delegate and says what it did and what it cost.',
    path: '/',
  });

export const handle: RouteHandle = { script };

export default function Landing() {
  // Reached from inside the app (after a sign-out), the page has no script of its own.
  useEffect(() => enhanceLanding(document.documentElement), []);
  return (
    <>
      <LandingHeader />
      <main>
        <Hero />
        <Motions />
        <Today />
        <FirstTaskForm />
      </main>
      <LandingFooter />
    </>
  );
}
