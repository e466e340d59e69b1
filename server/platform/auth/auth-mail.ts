import type { Clock } from '#server/lib/clock.ts';
import type { Log } from '#server/lib/log.ts';
import { type Mail, MailError, type Mailer } from '#server/providers/mailer/mailer.ts';
import { refusals } from './auth-error.ts';
import type { Sender } from './mails/mail-layout.ts';
import type { IssuedToken } from './one-time-tokens.ts';

/** Sends the room's mails, always after the transaction that made their content true. */
export interface AuthMail {
  readonly sender: Sender;
  /** The link of a mail. Its host is configured; nothing of a request decides it but the allowed target. */
  linkTo(token: IssuedToken, type: LinkType, target: string): string;
  /** Waits until the mail was taken. Throws a refusal that names `what` could not be sent. */
  send(mail: Mail, what: string): Promise<void>;
  /** Sends beside the request: a notice, or an answer that must not tell by its time or outcome whether a mail was due. */
  sendBeside(mail: Mail): void;
  /** Throws a refusal while the mail server is known to be unreachable, for everybody alike. */
  assertReachable(what: string): void;
  /** Waits for the mails that are on their way. */
  drain(): Promise<void>;
}

export type LinkType = 'signup' | 'invite' | 'recovery' | 'magiclink' | 'email_change';

export interface AuthMailOptions {
  readonly mailer: Mailer;
  readonly sender: Sender;
  readonly authUrl: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** A caller waits at most 10 s for an answer, mail included. */
const SEND_LIMIT = 9_000;
/** How long one failure speaks for the mail server. */
const UNREACHABLE_FOR = 30_000;

export function createAuthMail({ mailer, sender, authUrl, clock, log }: AuthMailOptions): AuthMail {
  const onTheirWay = new Set<Promise<void>>();
  let failedAt = Number.NEGATIVE_INFINITY;

  async function deliver(mail: Mail): Promise<void> {
    try {
      await mailer.send(mail, AbortSignal.timeout(SEND_LIMIT));
      failedAt = Number.NEGATIVE_INFINITY;
    } catch (error) {
      // A refused address says nothing about the server; anything else does.
      const isAboutAddress = error instanceof MailError && !error.retryable;
      if (!isAboutAddress) failedAt = clock.now().getTime();
      throw error;
    }
  }

  return {
    sender,
    linkTo({ linkToken }, type, target) {
      const query = new URLSearchParams({ token: linkToken, type, redirect_to: target });
      return `${authUrl}/verify?${query.toString()}`;
    },
    async send(mail, what) {
      try {
        await deliver(mail);
      } catch (error) {
        throw refusals.mailFailed(what, error);
      }
    },
    sendBeside(mail) {
      const way = deliver(mail)
        .catch((error: unknown) => log.error('a mail could not be sent', { kind: mail.kind, error }))
        .finally(() => onTheirWay.delete(way));
      onTheirWay.add(way);
    },
    assertReachable(what) {
      if (clock.now().getTime() - failedAt < UNREACHABLE_FOR) throw refusals.mailFailed(what);
    },
    async drain() {
      await Promise.all(onTheirWay);
    },
  };
}
