import { BrandMark } from '#web/lib/brand-mark.tsx';
import { pageMeta } from '#web/lib/page-meta.ts';
import { buttonClass } from '#web/ui/button-class.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';

export const meta = () =>
  pageMeta({
    title: 'Page not found',
    description: 'This address leads nowhere.',
    path: '/404',
    hidden: true,
  });

export default function NotFound() {
  return (
    <div className="mx-auto max-w-266 px-4 py-5 md:px-8 md:py-8">
      <header>
        <a href="/">
          <BrandMark />
        </a>
      </header>
      <main className="mt-10">
        <EmptyState
          level={1}
          heading="There is nothing on this page."
          action={
            <a className={buttonClass('primary')} href="/">
              Go to the first page
            </a>
          }
        >
          The address is wrong, or what stood here is gone.
        </EmptyState>
      </main>
    </div>
  );
}
