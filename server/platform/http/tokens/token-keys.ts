import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import { z } from 'zod';

const TOKEN_ALGORITHMS = ['ES256', 'RS256', 'HS256'] as const;
export type TokenAlgorithm = (typeof TOKEN_ALGORITHMS)[number];
type KeyMaterial = Awaited<ReturnType<typeof importJWK>>;

/** A key of the set. Tokens refer to it by `kid`, which a shared secret may lack. */
export interface TokenKey {
  readonly kid: string | null;
  readonly algorithm: TokenAlgorithm;
  readonly verify: KeyMaterial;
  /** Null: still accepted, but not used for signing. */
  readonly sign: KeyMaterial | null;
  /** Null for a shared secret, which is never published. */
  readonly publicJwk: JWK | null;
}

const jwkSchema = z.looseObject({
  kty: z.enum(['EC', 'RSA', 'oct']),
  crv: z.string().optional(),
  alg: z.string().optional(),
  kid: z.string().min(1).max(200).optional(),
  key_ops: z.array(z.string()).optional(),
  d: z.string().optional(),
  k: z.string().optional(),
  n: z.string().optional(),
  e: z.string().optional(),
  x: z.string().optional(),
  y: z.string().optional(),
});
export const jwkSetSchema = z.object({ keys: z.array(jwkSchema).min(1) });
export type PrivateJwkSet = z.infer<typeof jwkSetSchema>;
type PrivateJwk = z.infer<typeof jwkSchema>;

/** The key set can't be used. The message says why and never shows a key. */
export class KeysError extends Error {
  override readonly name = 'KeysError';
}

/** Generates a signing key (ES256), to be stored by the caller. */
export async function generateJwkSet(): Promise<PrivateJwkSet> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  const kid = await calculateJwkThumbprint(jwk);
  return jwkSetSchema.parse({ keys: [{ ...jwk, kid, alg: 'ES256' }] });
}

/** Parses the operator's JWT_KEYS into a JWK set, which is validated later. Throws KeysError. */
export function parseJwtKeys(text: string): unknown {
  // A shared secret as in other servers of this kind: its bytes are the key.
  if (!/^[[{]/.test(text)) return { keys: [{ kty: 'oct', k: Buffer.from(text).toString('base64url') }] };
  try {
    const given: unknown = JSON.parse(text);
    return Array.isArray(given) ? { keys: given } : given;
  } catch (cause) {
    throw new KeysError('JWT_KEYS must be a private JWK set in JSON, or the text of one secret', { cause });
  }
}

/** Validates a private JWK set, such as the content of JWT_KEYS. Throws KeysError. */
export async function readJwkSet(set: unknown): Promise<TokenKey[]> {
  const parsed = jwkSetSchema.safeParse(set);
  if (!parsed.success) throw new KeysError('the token keys must be a JWK set: {"keys":[{"kty":"EC", …}]}');
  const keys = await Promise.all(parsed.data.keys.map(readJwk));
  const names = keys.map(({ kid }) => kid);
  if (new Set(names).size < names.length) throw new KeysError('two of the token keys have the same kid');
  return keys;
}

/** Returns the first key that can sign. Throws KeysError if there is none. */
export function signingKeyOf(keys: readonly TokenKey[]): TokenKey & { readonly sign: KeyMaterial } {
  for (const key of keys) if (key.sign !== null) return { ...key, sign: key.sign };
  throw new KeysError('none of the token keys has a private part to sign with');
}

async function readJwk(jwk: PrivateJwk): Promise<TokenKey> {
  const algorithm = algorithmOf(jwk);
  const maySign = jwk.key_ops === undefined || jwk.key_ops.includes('sign');
  if (algorithm === 'HS256') {
    const secret = await importMaterial(jwk, algorithm);
    return {
      kid: jwk.kid ?? null,
      algorithm,
      verify: secret,
      sign: maySign ? secret : null,
      publicJwk: null,
    };
  }
  const open = publicPartOf(jwk);
  const kid = jwk.kid ?? (await calculateJwkThumbprint(open));
  return {
    kid,
    algorithm,
    verify: await importMaterial(open, algorithm),
    sign: jwk.d !== undefined && maySign ? await importMaterial(jwk, algorithm) : null,
    publicJwk: { ...open, kid, alg: algorithm, use: 'sig', key_ops: ['verify'] },
  };
}

function algorithmOf(jwk: PrivateJwk): TokenAlgorithm {
  if (jwk.kty === 'EC' && jwk.crv !== 'P-256') throw new KeysError('an EC token key must be on curve P-256');
  // 32 bytes are 43 characters of base64url: a shorter secret can be brute-forced offline from any token.
  if (jwk.kty === 'oct' && (jwk.k ?? '').length < 43) {
    throw new KeysError('a shared secret (kty "oct") must hold at least 32 bytes');
  }
  // 2048 bits are 342 characters of base64url.
  if (jwk.kty === 'RSA' && (jwk.n ?? '').length < 342)
    throw new KeysError('an RSA token key needs 2048 bits or more');
  const algorithm = jwk.kty === 'EC' ? 'ES256' : jwk.kty === 'RSA' ? 'RS256' : 'HS256';
  if (jwk.alg !== undefined && jwk.alg !== algorithm) {
    throw new KeysError(`a token key of type ${jwk.kty} must have alg ${algorithm}`);
  }
  return algorithm;
}

/** Lists the public fields: a denylist would publish whatever it missed. */
function publicPartOf(jwk: PrivateJwk): JWK {
  return jwk.kty === 'EC'
    ? { kty: 'EC', crv: jwk.crv, x: jwk.x, y: jwk.y }
    : { kty: 'RSA', n: jwk.n, e: jwk.e };
}

async function importMaterial(jwk: JWK, algorithm: TokenAlgorithm): Promise<KeyMaterial> {
  try {
    return await importJWK({ ...jwk, key_ops: undefined, use: undefined }, algorithm);
  } catch (cause) {
    throw new KeysError(`a token key for ${algorithm} is damaged`, { cause });
  }
}
