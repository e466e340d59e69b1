import Mail from 'lucide-react/icons/mail';
import { Link } from 'react-router';
import { useConfig } from '#web/lib/server/use-config.ts';
import { t } from '#web/texts/later.ts';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import type { Recipient } from '../recipient.ts';

/** Link to the local mailbox if no mail server or SMS gateway is configured. */
export function MailboxButton({ to: { kind, address } }: { to: Recipient }) {
  const config = useConfig();
  const staysHere = kind === 'email' ? config?.mailbox === true : config?.texts === 'local';
  if (!staysHere) return null;
  return (
    <>
      <p>{t(kind === 'email' ? 'auth.mailbox.none' : 'auth.mailbox.none_texts')}</p>
      <Link
        className={buttonClass('primary', 'm', 'md:h-10')}
        to={`/mailbox?to=${encodeURIComponent(address)}`}
      >
        <Mail size={16} aria-hidden />
        {t('auth.mailbox.open')}
      </Link>
    </>
  );
}
