import { composeMail, type Sender } from '#server/platform/auth/mails/mail-layout.ts';
import type { Mail } from '#server/providers/mailer/mailer.ts';

/** Final email to the owner of an erased account. */
export function accountDeletedMail(to: string, sender: Sender): Mail {
  return composeMail(
    {
      kind: 'account_deleted',
      to,
      subject: `Your ${sender.brandName} account was deleted`,
      title: 'Your account was deleted',
      paragraphs: [
        'Your tasks, projects, answers and files have been deleted, and all your devices are signed out. This can’t be undone.',
        'We keep a few records for our books, without your name or address: the credits you received and used, what you paid (with the payment provider’s reference), and that you accepted the terms.',
      ],
      notes: [
        'If this wasn’t you, someone knew your password or could read your email. Change the password of your email account.',
      ],
    },
    sender,
  );
}

/** Says that an export is ready and where to download it; never has it attached. */
export function exportReadyMail(to: string, sender: Sender): Mail {
  return composeMail(
    {
      kind: 'export_ready',
      to,
      subject: `Your ${sender.brandName} export is ready`,
      title: 'Your export is ready',
      paragraphs: [
        'You can download everything in your account from your settings. The export is available for 24 hours.',
      ],
      button: { label: 'Go to Settings', url: `${sender.siteUrl}/settings#account` },
      notes: [
        'If this wasn’t you, change your password right away, because someone is logged in to your account.',
      ],
    },
    sender,
  );
}
