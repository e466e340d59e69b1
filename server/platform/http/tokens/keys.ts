import { hkdfSync } from 'node:crypto';
import { type JWK, SignJWT } from 'jose';
import { z } from 'zod';
import { newToken } from '#server/lib/ids.ts';
import { type KeyStore, readOrCreate } from './key-store.ts';
import {
  generateJwkSet,
  jwkSetSchema,
  KeysError,
  parseJwtKeys,
  readJwkSet,
  signingKeyOf,
  type TokenKey,
} from './token-keys.ts';

/** Issuer of API keys. User tokens have the URL of the auth room instead. */
export const API_KEY_ISSUER = 'errand';

/** Keys that this installation signs with and accepts. */
export interface Keys {
  /** Public key of the web app, with a visitor's rights. */
  readonly anonKey: string;
  /** Bypasses row-level security. Never leaves the server. */
  readonly serviceRoleKey: string;
  /** Identifies this installation in its API keys, so that those of another one are rejected. */
  readonly ref: string;
  readonly signing: ReturnType<typeof signingKeyOf>;
  /** All keys accepted for token signatures, including the signing key. */
  readonly accepted: readonly TokenKey[];
  /** Served at `/.well-known/jwks.json`: never a secret. */
  readonly publicJwks: { readonly keys: readonly JWK[] };
  /**
   * Derives 32 bytes for one purpose, such as `storage-links`: signatures made with them aren't valid for any other.
   */
  secretFor(purpose: string): Uint8Array;
}

export interface LoadKeysOptions {
  readonly store: KeyStore;
  /** Overrides the generated key. Any text, since it is compared as is. */
  readonly anonKey?: string | null;
  readonly serviceRoleKey?: string | null;
  /**
   * A private JWK set in JSON (ES256, RS256, HS256), its keys as a bare list, or the text of one shared secret
   * (HS256).
   * The first key that can sign is used for signing; all are accepted.
   */
  readonly jwtKeys?: string | null;
}

const keptSchema = z.object({
  ref: z.string().min(8),
  secret: z.base64url().min(43),
  anonKey: z.string().min(20),
  serviceRoleKey: z.string().min(20),
  jwks: jwkSetSchema,
});

/** Loads the keys of this installation, creating them at its first start. Throws KeysError. */
export async function loadKeys(options: LoadKeysOptions): Promise<Keys> {
  const configured = options.jwtKeys ? await readJwkSet(parseJwtKeys(options.jwtKeys)) : null;
  const kept = keptSchema.safeParse(await readOrCreate(options.store, () => createKept(configured)));
  if (!kept.success) {
    throw new KeysError('the stored keys are incomplete. Restore them, or delete them to create new ones');
  }
  const { ref, secret } = kept.data;
  const accepted = configured ?? (await readJwkSet(kept.data.jwks));
  const anonKey = options.anonKey ?? kept.data.anonKey;
  const serviceRoleKey = options.serviceRoleKey ?? kept.data.serviceRoleKey;
  if (anonKey === serviceRoleKey) throw new KeysError('ANON_KEY and SERVICE_ROLE_KEY must differ');
  return {
    anonKey,
    serviceRoleKey,
    ref,
    signing: signingKeyOf(accepted),
    accepted,
    publicJwks: { keys: accepted.flatMap(({ publicJwk }) => publicJwk ?? []) },
    secretFor: (purpose) =>
      new Uint8Array(hkdfSync('sha256', Buffer.from(secret, 'base64url'), '', purpose, 32)),
  };
}

async function createKept(configured: readonly TokenKey[] | null): Promise<object> {
  const jwks = await generateJwkSet();
  const signing = signingKeyOf(configured ?? (await readJwkSet(jwks)));
  const ref = newToken(15);
  const apiKey = (role: string): Promise<string> =>
    new SignJWT({ role, ref })
      .setProtectedHeader(headerFor(signing))
      .setIssuer(API_KEY_ISSUER)
      .setIssuedAt()
      .sign(signing.sign);
  return {
    ref,
    secret: newToken(),
    anonKey: await apiKey('anon'),
    serviceRoleKey: await apiKey('service_role'),
    jwks,
  };
}

/** Protected header of tokens signed with this key. */
export function headerFor(key: TokenKey): { alg: string; typ: 'JWT'; kid?: string } {
  return { alg: key.algorithm, typ: 'JWT', ...(key.kid === null ? {} : { kid: key.kid }) };
}
