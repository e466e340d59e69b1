import { Link } from 'react-router';
import { MailboxPage } from '#web/features/mailbox/mailbox-page.tsx';
import { cycleTheme } from '#web/lib/device/theme.ts';
import { BrandMark } from '#web/lib/page/brand-mark.tsx';
import { pageMeta } from '#web/lib/page/page-meta.ts';
import { t } from '#web/texts/later.ts';
import { ThemeButton } from '#web/ui/controls/theme-button.tsx';
import { Badge } from '#web/ui/marks/badge.tsx';

export const meta = () =>
  pageMeta({
    title: t('mailbox.title'),
    description: t('mailbox.description'),
    path: '/mailbox',
    hidden: true,
  });

export default function Mailbox() {
  return (
    <div className="mx-auto max-w-292 px-4 py-5 md:px-8 md:py-8">
      <header className="flex items-center gap-4">
        <Link to="/" reloadDocument className="flex">
          <BrandMark />
        </Link>
        <span className="grow" />
        <Link className="link type-ui" to="/login">
          {t('mailbox.log_in')}
        </Link>
        <ThemeButton onPress={cycleTheme} />
      </header>
      <main className="mt-8">
        <div className="mb-6">
          <h1 className="type-title-2 flex flex-wrap items-center gap-3">
            {t('mailbox.title')}
            <Badge>{t('mailbox.only_here')}</Badge>
          </h1>
          <p className="text-text-3">{t('mailbox.lead')}</p>
        </div>
        <MailboxPage />
      </main>
    </div>
  );
}
