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

/** The issuer of API keys. User tokens name the address of the auth room instead. */
export const API_KEY_ISSUER = 'errand';

/** Everything that this installation signs with and recognises. */
export interface Keys {
  /** The public key of the web app: it gives the rights of a visitor. */
  readonly anonKey: string;
  /** Bypasses row-level security. Never leaves the server. */
  readonly serviceRoleKey: string;
  /** Names this installation in its API keys, so that another one's are refused. */
  readonly ref: string;
  readonly signing: ReturnType<typeof signingKeyOf>;
  /** Every key that a token may be signed with, the signing key included. */
  readonly accepted: readonly TokenKey[];
  /** What `/.well-known/jwks.json` serves: never a secret. */
  readonly publicJwks: { readonly keys: readonly JWK[] };
  /** 32 bytes for one purpose, such as `storage-links`: what is signed with them means nothing anywhere else. */
  secretFor(purpose: string): Uint8Array;
}

export interface LoadKeysOptions {
  readonly store: KeyStore;
  /** Instead of the one that was made at the first start. Any text: it is compared, not read. */
  readonly anonKey?: string | null;
  readonly serviceRoleKey?: string | null;
  /**
   * A private JWK set in JSON (ES256, RS256, HS256), its keys alone as a list, or the text of one shared secret (HS256).
   * The first key that can sign signs; all are accepted.
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

/** Reads the keys of this installation, and makes them at its first start. Throws KeysError. */
export async function loadKeys(options: LoadKeysOptions): Promise<Keys> {
  const configured = options.jwtKeys ? await readJwkSet(parseJwtKeys(options.jwtKeys)) : null;
  const kept = keptSchema.safeParse(await readOrCreate(options.store, () => createKept(configured)));
  if (!kept.success) {
    throw new KeysError('the stored keys are incomplete; restore them, or remove them to make new ones');
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

/** The protected header of everything that is signed with this key. */
export function headerFor(key: TokenKey): { alg: string; typ: 'JWT'; kid?: string } {
  return { alg: key.algorithm, typ: 'JWT', ...(key.kid === null ? {} : { kid: key.kid }) };
}
