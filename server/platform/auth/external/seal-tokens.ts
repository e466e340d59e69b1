import { z } from 'zod';
import type { ExternalPerson } from '#server/providers/identity/identity.ts';
import type { AuthParts } from '../auth-parts.ts';
import { openSecret, sealSecret } from '../factors/seal-secret.ts';

const tokens = z.object({
  provider_token: z.string().optional(),
  provider_refresh_token: z.string().optional(),
});
export type ProviderTokens = z.infer<typeof tokens>;

/** Encrypts the other service's tokens, for the minutes until the client exchanges its code. */
export function sealTokens(person: ExternalPerson, flowId: string, { factorSecret }: AuthParts): Buffer {
  const kept: ProviderTokens = {
    ...(person.accessToken !== null && { provider_token: person.accessToken }),
    ...(person.refreshToken !== null && { provider_refresh_token: person.refreshToken }),
  };
  return sealSecret(Buffer.from(JSON.stringify(kept)), factorSecret, flowId);
}

export function openTokens(
  sealed: Buffer | null,
  flowId: string,
  { factorSecret }: AuthParts,
): ProviderTokens {
  if (sealed === null) return {};
  return tokens.parse(JSON.parse(openSecret(sealed, factorSecret, flowId).toString()));
}
