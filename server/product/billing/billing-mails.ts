import { composeMail, type Sender } from '#server/platform/auth/mails/mail-layout.ts';
import type { Mail } from '#server/providers/mailer/mailer.ts';

/** After a second plan of a user was ended: what was charged twice and will be refunded. */
export function surplusPlanMail(
  { to, cents, currency }: { to: string; cents: number; currency: string | null },
  sender: Sender,
): Mail {
  const paidBack =
    cents > 0 && currency !== null
      ? `What you paid for it, ${amount(cents, currency)}, goes back to where it came from. Your bank may take up to ten days.`
      : 'Nothing was charged for it so far; should a payment for it still come in, it goes back as well.';
  return composeMail(
    {
      kind: 'surplus_plan',
      to,
      subject: 'You had bought two plans: one was ended',
      title: 'You had bought two plans',
      paragraphs: [
        `Two checkouts were open at the same time, and both were paid. The plan that began first stays as it is. The second one was ended. ${paidBack}`,
        'If you wanted the other plan, change to it in your settings.',
      ],
      button: { label: 'Open the settings', url: `${sender.siteUrl}/settings` },
      notes: [],
    },
    sender,
  );
}

const amount = (cents: number, currency: string): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).format(cents / 100);
