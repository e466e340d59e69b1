import { z } from 'zod';
import type { AuthParts } from '../auth-parts.ts';

/** Loaded for the first key that is made or shown: it takes 27 MB. */
const library = () => import('@simplewebauthn/server');

/** The public half of a key on a device, as it is kept. */
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

/** What a browser answers when it has made a key. */
export const createdCredential = z.object({
  ...common,
  response: z.object({
    clientDataJSON: text,
    attestationObject: text,
    transports: z.array(z.string().max(50)).max(10).optional(),
  }),
});

/** What a browser answers when it has signed with one. */
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

/** The keys belong to the configured address. What a request says about its origin counts for nothing. */
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

/** Options for `navigator.credentials.create`, with a fresh challenge in them. `isResident`: found without an address. */
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

/** Options for `navigator.credentials.get`. None known: the browser offers what it has for this site. */
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

/** null where the answer is not to this challenge, of this site, or not well made. */
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

/** The credential with its new counter; null where the signature does not hold, or a copy of the key made it. */
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

/** The library throws about whatever it cannot read or accept. All of it comes from outside: none of it is our failure. */
async function unlessMalformed<T>(check: () => Promise<T>): Promise<T | null> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
}
