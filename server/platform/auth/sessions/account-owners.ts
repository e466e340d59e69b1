import type { Mail } from '#server/providers/mailer/mailer.ts';
import type { Caller } from '../../db/caller.ts';
import type { AuthParts } from '../auth-parts.ts';
import { assertAssured } from '../factors/assert-assured.ts';
import { factorsOf } from '../factors/factor-rows.ts';
import type { Sender } from '../mails/mail-layout.ts';
import { assertReallyThem, type Proof } from '../proofs/assert-really-them.ts';
import { findOwner } from '../wire/endpoint.ts';

/** What other parts of the server ask about the owner of an account, and tell them. */
export interface AccountOwners {
  /**
   * Whether it is the owner who asks, right now: with the password, a mailed code, or after a sign-in of the last
   * minutes, and never with less than the second factor that they have. Throws AuthError. Answers their address.
   */
  assertOwner(caller: Caller, proof: Proof): Promise<{ email: string | null }>;
  /** Mails them beside the work; a mail that cannot be sent is logged. */
  tell(compose: (sender: Sender) => Mail): void;
}

export function createAccountOwners(parts: AuthParts): AccountOwners {
  return {
    async assertOwner(caller, proof) {
      const now = parts.clock.now();
      const owner = await findOwner(caller, now, parts);
      assertAssured(owner, await factorsOf(parts.database, owner.user.id));
      await assertReallyThem(proof, { ...owner, now }, parts);
      return { email: owner.user.email };
    },
    tell: (compose) => parts.mail.tell(compose(parts.mail.sender)),
  };
}
