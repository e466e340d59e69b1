import { composeMail, type Sender } from '#server/platform/auth/mails/mail-layout.ts';
import type { Mail } from '#server/providers/mailer/mailer.ts';

/** After a second plan of a user was ended: what was charged twice and will be refunded. */
export function surplusPlanMail(
  { to, cents, currency }: { to: string; cents: number; currency: string | null },
  sender: Sender,
): Mail {
  const paidBack =
    cents > 0 && currency !== null
      ? `We’re refunding the ${amount(cents, currency)} you paid for it. It may take your bank up to ten days.`
      : 'You haven’t been charged for it. If a payment still comes in, we’ll refund it.';
  return composeMail(
    {
      kind: 'surplus_plan',
      to,
      subject: 'You bought two plans, so we cancelled one',
      title: 'You bought two plans',
      paragraphs: [
        `You had two checkouts open at the same time and paid for both. We kept the plan that started first and cancelled the second. ${paidBack}`,
        'If you wanted the other plan, switch to it in your settings.',
      ],
      button: { label: 'Go to Settings', url: `${sender.siteUrl}/settings` },
      notes: [],
    },
    sender,
  );
}

const amount = (cents: number, currency: string): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).format(cents / 100);
