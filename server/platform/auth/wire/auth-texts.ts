import type { Clock } from '#server/lib/clock.ts';
import type { Log } from '#server/lib/log.ts';
import { type Text, TextError, type Texter } from '#server/providers/sms/sms.ts';
import { CHALLENGE_SECONDS } from '../factors/challenges.ts';
import { createDelivery, type Delivery } from '../proofs/delivery.ts';
import { CODE_SECONDS } from '../proofs/one-time-tokens.ts';
import { refusals } from './auth-error.ts';

/** Text messages of the auth room. */
export interface AuthTexts extends Delivery<Text> {
  /** False if no SMS service is configured; sign-in by phone is off then. */
  readonly areSent: boolean;
  /** Composes the text for a code. */
  codeText(code: CodeText): Text;
}

export interface CodeText {
  readonly kind: 'sign_in_code' | 'phone_change_code' | 'reauthentication_code' | 'second_factor_code';
  /** Digits without `+`, as stored. */
  readonly phone: string;
  readonly code: string;
}

export interface AuthTextsOptions {
  /** Null if none is configured. */
  readonly texter: Texter | null;
  readonly brandName: string;
  readonly siteUrl: string;
  readonly clock: Clock;
  readonly log: Log;
}

export function createAuthTexts({ texter, brandName, siteUrl, clock, log }: AuthTextsOptions): AuthTexts {
  const delivery = createDelivery<Text>({
    async deliver(text, signal) {
      if (texter === null) throw new TextError('no SMS gateway is configured', { retryable: true });
      await texter.send(text, signal);
    },
    isAboutRecipient: (error) => error instanceof TextError && !error.retryable,
    refuse: refusals.textFailed,
    name: 'a text message',
    clock,
    log,
  });
  return {
    ...delivery,
    areSent: texter !== null,
    codeText: ({ kind, phone, code }) => ({
      kind,
      to: `+${phone}`,
      // The last line binds the code to our origin: phones autofill it only there.
      text: `${code} is your ${brandName} code. It expires in ${minutesOf(kind)} minutes. We'll never ask you for it.\n\n@${new URL(siteUrl).hostname} #${code}`,
    }),
  };
}

function minutesOf(kind: CodeText['kind']): number {
  return (kind === 'second_factor_code' ? CHALLENGE_SECONDS : CODE_SECONDS) / 60;
}
