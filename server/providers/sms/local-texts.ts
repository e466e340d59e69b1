import type { LocalMailbox } from '../mailer/local-mailbox.ts';
import { assertNumber, TextError, type Texter } from './sms.ts';

/** Stores texts in the local mailbox, for an installation without a gateway on the owner's own machine. */
export function createLocalTexts({ mailbox }: { mailbox: LocalMailbox }): Texter {
  return {
    async send(text) {
      assertNumber(text);
      await mailbox.keepText(text).catch((cause: unknown) => {
        throw new TextError("couldn't write to the local mailbox", { retryable: true, cause });
      });
    },
  };
}
