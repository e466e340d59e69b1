import { z } from 'zod';
import type { AuthParts } from '../auth-parts.ts';

/** Loaded on first use: it takes 27 MB. */
const library = () => import('@simplewebauthn/server');

/** Public key of a credential, as stored. */
const storedCredential = z.object({
  id: z.string(),
  publicKey: z.base64url(),
  counter: z.number(),
  transports: z.array(z.string()).default([]),
});
export type StoredCredential = z.infer<typeof storedCredential>;

const text = z.string().max(20_000);
const common = {
  id: text,
  rawId: text,
  type: z.literal('public-key'),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
};

/** A browser's response after creating a key. */
export const createdCredential = z.object({
  ...common,
  response: z.object({
    clientDataJSON: text,
    attestationObject: text,
    transports: z.array(z.string().max(50)).max(10).optional(),
  }),
});

/** A browser's response after signing with a key. */
export const shownCredential = z.object({
  ...common,
  response: z.object({
    clientDataJSON: text,
    authenticatorData: text,
    signature: text,
    userHandle: text.nullish(),
  }),
});

interface Site {
  readonly rpID: string;
  readonly origin: string;
}

/** Keys are bound to the configured site; a request's origin is ignored. */
const siteOf = ({ settings }: AuthParts): Site => {
  const { hostname, origin } = new URL(settings.siteUrl);
  return { rpID: hostname, origin };
};

export const readStored = (value: unknown): StoredCredential => storedCredential.parse(value);

export interface KeyOwner {
  readonly id: string;
  readonly label: string;
  readonly known: readonly StoredCredential[];
}

/**
 * Options for `navigator.credentials.create`, with a fresh challenge. `isResident`: discoverable without an address.
 */
export async function creationOptions(
  owner: KeyOwner,
  { isResident }: { isResident: boolean },
  parts: AuthParts,
) {
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpName: parts.settings.brandName,
    rpID: siteOf(parts).rpID,
    userName: owner.label,
    userDisplayName: owner.label,
    userID: new Uint8Array(Buffer.from(owner.id)),
    attestationType: 'none',
    excludeCredentials: owner.known.map(({ id, transports }) => ({ id, transports })),
    authenticatorSelection: {
      residentKey: isResident ? 'required' : 'discouraged',
      userVerification: isResident ? 'required' : 'preferred',
    },
    supportedAlgorithmIDs: [-7, -257],
  });
}

/**
 * Options for `navigator.credentials.get`. Without known credentials, the browser offers what it has for this site.
 */
export async function requestOptions(
  known: readonly StoredCredential[],
  userVerification: 'required' | 'preferred',
  parts: AuthParts,
) {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID: siteOf(parts).rpID,
    allowCredentials: known.map(({ id, transports }) => ({ id, transports })),
    userVerification,
  });
}

export interface CreatedKey {
  readonly credential: StoredCredential;
  readonly aaguid: string;
}

/** Null if the response doesn't match the challenge or the site, or is malformed. */
export async function checkCreated(
  response: z.infer<typeof createdCredential>,
  { challenge, verified }: { challenge: string; verified: boolean },
  parts: AuthParts,
): Promise<CreatedKey | null> {
  const { rpID, origin } = siteOf(parts);
  const { verifyRegistrationResponse } = await library();
  const answer = await unlessMalformed(() =>
    verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: verified,
      supportedAlgorithmIDs: [-7, -257],
    }),
  );
  if (!answer?.verified) return null;
  const { credential, aaguid } = answer.registrationInfo;
  return {
    aaguid,
    credential: {
      id: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: credential.transports ?? [],
    },
  };
}

/** Returns the credential with its new counter; null if the signature is invalid or from a cloned key. */
export async function checkShown(
  response: z.infer<typeof shownCredential>,
  { challenge, credential, verified }: { challenge: string; credential: StoredCredential; verified: boolean },
  parts: AuthParts,
): Promise<StoredCredential | null> {
  const { rpID, origin } = siteOf(parts);
  const { verifyAuthenticationResponse } = await library();
  const answer = await unlessMalformed(() =>
    verifyAuthenticationResponse({
      response: {
        ...response,
        response: { ...response.response, userHandle: response.response.userHandle ?? undefined },
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: verified,
      credential: {
        ...credential,
        publicKey: new Uint8Array(Buffer.from(credential.publicKey, 'base64url')),
      },
    }),
  );
  return answer?.verified ? { ...credential, counter: answer.authenticationInfo.newCounter } : null;
}

/** Maps exceptions to null: the library throws for any invalid input, which is the client's fault and not ours. */
async function unlessMalformed<T>(check: () => Promise<T>): Promise<T | null> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
}
