import { Mail } from 'lucide-react';
import { Link } from 'react-router';
import { useConfig } from '#web/lib/use-config.ts';
import { t } from '#web/texts/app.ts';
import { buttonClass } from '#web/ui/button-class.ts';

/** Where no mail server is connected: says so, and leads to the mail. Nothing where mails are really sent. */
export function MailboxButton({ email }: { email: string }) {
  const config = useConfig();
  if (!config?.mailbox) return null;
  return (
    <>
      <p>{t('auth.mailbox.none')}</p>
      <Link
        className={buttonClass('primary', 'm', 'md:h-10')}
        to={`/mailbox?to=${encodeURIComponent(email)}`}
      >
        <Mail size={16} aria-hidden />
        {t('auth.mailbox.open')}
      </Link>
    </>
  );
}
