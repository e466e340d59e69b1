import { BrandMark } from '#web/lib/page/brand-mark.tsx';
import { pageMeta } from '#web/lib/page/page-meta.ts';
import { t } from '#web/texts/app.ts';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';

export const meta = () =>
  pageMeta({
    title: t('shell.not_found.title'),
    description: t('shell.not_found.description'),
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
          heading={t('shell.not_found.heading')}
          action={
            <a className={buttonClass('primary')} href="/">
              {t('shell.first_page')}
            </a>
          }
        >
          {t('shell.not_found.text')}
        </EmptyState>
      </main>
    </div>
  );
}
