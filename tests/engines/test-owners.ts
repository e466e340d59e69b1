import type { AccountOwners } from '#server/platform/auth/sessions/account-owners.ts';
import { refusals } from '#server/platform/auth/wire/auth-error.ts';
import type { Mail } from '#server/providers/mailer/mailer.ts';

/** Of everybody in a world without an auth room. */
export const OWNERS_PASSWORD = 'it is really me';

/** Everybody proves themselves by the same password; what they are told is kept. */
export function createTestOwners(told: Mail[] = []): AccountOwners {
  const sender = { brandName: 'Errand', siteUrl: 'http://localhost', supportEmail: null };
  return {
    brandName: 'Errand',
    async assertOwner(_caller, { currentPassword, nonce }) {
      if (currentPassword === null && nonce === null) throw refusals.reauthenticationNeeded();
      if (currentPassword !== OWNERS_PASSWORD) throw refusals.currentPasswordInvalid();
      return { email: 'owner@example.org' };
    },
    tell: (compose) => void told.push(compose(sender)),
    send: async (compose) => void told.push(compose(sender)),
  };
}
