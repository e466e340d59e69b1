import { useEffect } from 'react';
import { DemoDialog } from '#web/features/landing/demo-dialog.tsx';
import { Projects } from '#web/features/landing/examples/projects.tsx';
import { Receipts } from '#web/features/landing/examples/receipts.tsx';
import { ResultDialogs } from '#web/features/landing/examples/result-dialogs.tsx';
import { Tools } from '#web/features/landing/examples/tools.tsx';
import { FirstTaskForm } from '#web/features/landing/first-task-form.tsx';
import { Hero } from '#web/features/landing/hero.tsx';
import { LandingFooter } from '#web/features/landing/landing-footer.tsx';
import { LandingHeader } from '#web/features/landing/landing-header.tsx';
import { Motions } from '#web/features/landing/motions.tsx';
import { Packs } from '#web/features/landing/packs.tsx';
import { People } from '#web/features/landing/people.tsx';
import { Questions } from '#web/features/landing/questions.tsx';
import { enhanceLanding } from '#web/features/landing/script/enhance-landing.ts';
// oxlint-disable-next-line import/default -- the suffix makes the bundler answer with the file's address
import script from '#web/features/landing/script/landing.script.ts?worker&url';
import { brandName } from '#web/lib/page/brand.ts';
import type { RouteHandle } from '#web/lib/page/page-file.ts';
import { pageMeta } from '#web/lib/page/page-meta.ts';
import { t } from '#web/texts/pages.ts';

export const meta = () =>
  pageMeta({
    title: t('landing.title', { brand: brandName() }),
    description: t('landing.description'),
    path: '/',
  });

export const handle: RouteHandle = { script };

export default function Landing() {
  // Reached from inside the app (after a sign-out), the page doesn't load its script.
  useEffect(() => enhanceLanding(document.documentElement), []);
  return (
    <>
      <LandingHeader />
      <main className="landing">
        <Hero />
        <Motions />
        <Receipts />
        <Tools />
        <Projects />
        <People />
        <Packs />
        <Questions />
        <FirstTaskForm />
      </main>
      <LandingFooter />
      <DemoDialog />
      <ResultDialogs />
    </>
  );
}
