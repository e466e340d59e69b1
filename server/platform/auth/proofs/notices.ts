import type { Log } from '#server/lib/log.ts';
import type { Mail } from '#server/providers/mailer/mailer.ts';
import type { WaitingNotice, WaitingNotices } from './waiting-notices.ts';

/** Mails that tell people about their account. Since nobody would ask for one again, they are retried. */
export interface Notices {
  /** Sends a notice in the background; while the mail server is down, it waits in the database. */
  tell(mail: Mail): void;
  /** Retries those that are due, whichever process has kept them. */
  sendWaiting(): Promise<void>;
}

export interface NoticesOptions {
  /** Rejects if the mail isn't accepted. */
  readonly deliver: (mail: Mail) => Promise<void>;
  /** Runs work that `drain` waits for, and logs its failure. */
  readonly beside: (mail: Mail, work: Promise<void>) => void;
  readonly isAboutRecipient: (error: unknown) => boolean;
  readonly waiting: WaitingNotices;
  readonly log: Log;
  /** Milliseconds before each retry. */
  readonly waits?: readonly number[];
}

/** Forty minutes in all. */
const WAITS = [60_000, 600_000, 1_800_000];

export function createNotices(options: NoticesOptions): Notices {
  const { deliver, beside, isAboutRecipient, waiting, log, waits = WAITS } = options;

  async function deliverOrKeep(mail: Mail): Promise<void> {
    try {
      await deliver(mail);
    } catch (error) {
      const [wait] = waits;
      if (wait === undefined || isAboutRecipient(error) || !(await waiting.keep(mail, wait))) throw error;
      log.warn('a mail could not be sent yet', { kind: mail.kind, error });
    }
  }

  async function retry({ id, mail, tries }: WaitingNotice): Promise<void> {
    try {
      await deliver(mail);
      await waiting.remove(id);
    } catch (error) {
      const wait = waits[tries];
      if (wait !== undefined && !isAboutRecipient(error)) return waiting.postpone(id, wait);
      await waiting.remove(id);
      throw error;
    }
  }

  return {
    tell: (mail) => beside(mail, deliverOrKeep(mail)),
    async sendWaiting() {
      for (const notice of await waiting.takeDue()) {
        const tried = retry(notice);
        beside(notice.mail, tried);
        // One at a time: a server that is down would keep each waiting. Its failure is logged above.
        await tried.catch(() => {});
      }
    },
  };
}
