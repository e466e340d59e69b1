import type { Clock } from '#server/lib/clock.ts';
import type { Log } from '#server/lib/log.ts';
import { type Mail, MailError, type Mailer } from '#server/providers/mailer/mailer.ts';
import type { Sender } from '../mails/mail-layout.ts';
import { refusals } from '../wire/auth-error.ts';
import { createDelivery, type Delivery } from './delivery.ts';
import { createNotices, type Notices } from './notices.ts';
import type { IssuedToken } from './one-time-tokens.ts';
import type { WaitingNotices } from './waiting-notices.ts';

/** Mails of the auth room. */
export interface AuthMail extends Delivery<Mail>, Notices {
  readonly sender: Sender;
  /**
   * Builds the link of a mail. The host is configured; a request only determines the target, within the allowlist.
   */
  linkTo(token: IssuedToken, type: LinkType, target: string): string;
}

export type LinkType = 'signup' | 'invite' | 'recovery' | 'magiclink' | 'email_change';

export interface AuthMailOptions {
  readonly mailer: Mailer;
  readonly sender: Sender;
  readonly authUrl: string;
  readonly waiting: WaitingNotices;
  readonly clock: Clock;
  readonly log: Log;
}

export function createAuthMail(options: AuthMailOptions): AuthMail {
  const { mailer, sender, authUrl, waiting, clock, log } = options;
  const isAboutRecipient = (error: unknown): boolean => error instanceof MailError && !error.retryable;
  const delivery = createDelivery<Mail>({
    deliver: (mail, signal) => mailer.send(mail, signal),
    isAboutRecipient,
    refuse: refusals.mailFailed,
    name: 'an email',
    clock,
    log,
  });
  return {
    ...delivery,
    ...createNotices({ ...delivery, isAboutRecipient, waiting, log }),
    sender,
    linkTo({ linkToken }, type, target) {
      const query = new URLSearchParams({ token: linkToken, type, redirect_to: target });
      return `${authUrl}/verify?${query.toString()}`;
    },
  };
}
