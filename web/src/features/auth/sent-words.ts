import { t } from '#web/texts/app.ts';
import type { Recipient } from './recipient.ts';

/** Above the form for a code that signs in. Who has an account is told to nobody. */
export function sentWords(
  { kind, address }: Recipient,
  opensAccounts: boolean,
): { heading: string; lead: string } {
  if (kind === 'email') {
    return { heading: t('auth.one_time.title'), lead: t('auth.one_time.lead', { email: address }) };
  }
  // Where no account is opened, not every number gets a text.
  const lead = t(opensAccounts ? 'auth.text.sent' : 'auth.text.sent_closed', { phone: address });
  return { heading: t('auth.text.sent_title'), lead };
}
