import { t } from '#web/texts/later.ts';
import type { Recipient } from './recipient.ts';

/** Heading and lead of the code form. Worded so as not to reveal who has an account. */
export function sentWords(
  { kind, address }: Recipient,
  opensAccounts: boolean,
): { heading: string; lead: string } {
  if (kind === 'email') {
    return { heading: t('auth.one_time.title'), lead: t('auth.one_time.lead', { email: address }) };
  }
  // Without sign-up by text, unknown numbers get no code.
  const lead = t(opensAccounts ? 'auth.text.sent' : 'auth.text.sent_closed', { phone: address });
  return { heading: t('auth.text.sent_title'), lead };
}
