import type { Mail } from '#server/providers/mailer/mailer.ts';
import type { Caller } from '../../db/caller.ts';
import type { AuthParts } from '../auth-parts.ts';
import { assertAssured } from '../factors/assert-assured.ts';
import { factorsOf } from '../factors/factor-rows.ts';
import type { Sender } from '../mails/mail-layout.ts';
import { assertReallyThem, type Proof } from '../proofs/assert-really-them.ts';
import { findOwner } from '../wire/endpoint.ts';

/** Lets other parts of the server verify and notify the owner of an account. */
export interface AccountOwners {
  /**
   * Requires proof of the owner's presence: the password, a mailed code, or a sign-in in the last minutes, and always
   * the second factor if the account has one. Throws AuthError. Returns their address.
   */
  assertOwner(caller: Caller, proof: Proof): Promise<{ email: string | null }>;
  /** Name of the installation, as in mails. */
  readonly brandName: string;
  /** Mails the owner in the background; failures are logged. */
  tell(compose: (sender: Sender) => Mail): void;
  /** Mails the owner, and resolves when the mail is accepted. Throws MailError. */
  send(compose: (sender: Sender) => Mail): Promise<void>;
}

export function createAccountOwners(parts: AuthParts): AccountOwners {
  return {
    brandName: parts.mail.sender.brandName,
    async assertOwner(caller, proof) {
      const now = parts.clock.now();
      const owner = await findOwner(caller, now, parts);
      assertAssured(owner, await factorsOf(parts.database, owner.user.id));
      await assertReallyThem(proof, { ...owner, now }, parts);
      return { email: owner.user.email };
    },
    tell: (compose) => parts.mail.tell(compose(parts.mail.sender)),
    send: (compose) => parts.mail.upload(compose(parts.mail.sender)),
  };
}
