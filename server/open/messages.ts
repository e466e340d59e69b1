import { join } from 'node:path';
import type { Config } from '../config.ts';
import { createLocalMailbox, type LocalMailbox } from '../providers/mailer/local-mailbox.ts';
import type { Mailer } from '../providers/mailer/mailer.ts';
import { createMissingMailer } from '../providers/mailer/missing-mailer.ts';
import { createHttpGateway } from '../providers/sms/http-gateway.ts';
import { createLocalTexts } from '../providers/sms/local-texts.ts';
import type { Texter } from '../providers/sms/sms.ts';

interface Messages {
  readonly mailer: Mailer;
  readonly texter: Texter | null;
  /** The local mailbox, if mails aren't sent. */
  readonly mailbox: LocalMailbox | null;
}

export async function openMessages({ mail, sms, dataDir }: Config): Promise<Messages> {
  const mailbox = createLocalMailbox({ folder: join(dataDir, 'mailbox') });
  return {
    mailer: await openMailer(mail, mailbox),
    texter: openTexter(sms, mailbox),
    mailbox: mail.kind === 'local' || sms.kind === 'local' ? mailbox : null,
  };
}

async function openMailer(mail: Config['mail'], mailbox: LocalMailbox): Promise<Mailer> {
  switch (mail.kind) {
    case 'smtp': {
      // Loaded on demand: nodemailer takes 25 MB.
      const { createSmtpMailer } = await import('../providers/mailer/smtp-mailer.ts');
      return createSmtpMailer(mail);
    }
    case 'none':
      return createMissingMailer();
    case 'local':
      return mailbox;
  }
}

function openTexter(sms: Config['sms'], mailbox: LocalMailbox): Texter | null {
  if (sms.kind === 'gateway') return createHttpGateway(sms);
  return sms.kind === 'none' ? null : createLocalTexts({ mailbox });
}
