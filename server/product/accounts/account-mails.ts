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
        'Your tasks, projects, answers and files are gone, and all your devices are signed out. This cannot be undone.',
        'What had to stay for the books has no name and no address in it: how many credits were granted and spent, what was paid, with the payment provider’s reference, and that the terms were accepted.',
      ],
      notes: [
        'It was not you? Somebody had your password or could read your mail: change the password of your mailbox.',
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
      subject: `Your ${sender.brandName} data is ready`,
      title: 'Your data is ready',
      paragraphs: [
        'The archive of everything in your account can be downloaded from your settings for 24 hours.',
      ],
      button: { label: 'Open the settings', url: `${sender.siteUrl}/settings#account` },
      notes: ['It was not you? Change your password at once: whoever asked for it was signed in as you.'],
    },
    sender,
  );
}
