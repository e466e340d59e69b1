import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { type Clock, systemClock } from '#server/lib/clock.ts';
import { type Transformation, transformationSchema } from '../render/transformation.ts';
import { refusals } from '../storage-error.ts';

/** Claims of a signed link. */
export interface LinkClaims {
  /** `bucket/name` */
  readonly url: string;
  /** `render`: only the transformed image, never the object itself. */
  readonly scope: 'download' | 'upload' | 'render';
  /** The session that signed it; the link is revoked with it. Null for keys. */
  readonly sessionId: string | null;
  /** For uploads: the owner of the future object. */
  readonly owner: string | null;
  readonly upsert: boolean;
  /** For images: the transformation. */
  readonly transformation?: Transformation | undefined;
}

export interface Link extends LinkClaims {
  /** Until it expires: the longest that an answer may be kept. */
  readonly secondsLeft: number;
}

/** Signs and verifies link tokens. The key is used for nothing else, so no other part accepts them. */
export interface Links {
  sign(claims: LinkClaims, seconds: number): Promise<string>;
  /** Throws StorageError unless the token is ours, unexpired, and for exactly this URL and scope. */
  verify(token: string, url: string, scope: LinkClaims['scope']): Promise<Link>;
}

const claimsSchema = z.object({
  url: z.string(),
  scope: z.enum(['download', 'upload', 'render']),
  sid: z.string().nullable(),
  owner: z.string().nullable(),
  upsert: z.boolean(),
  transformation: transformationSchema.optional(),
  exp: z.number(),
});

export function createLinks(secret: Uint8Array, clock: Clock = systemClock): Links {
  return {
    sign({ url, scope, sessionId, owner, upsert, transformation }, seconds) {
      // Rounded up, so that a one-second link lasts at least a second.
      const now = Math.ceil(clock.now().getTime() / 1000);
      return new SignJWT({ url, scope, sid: sessionId, owner, upsert, transformation })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuedAt(now)
        .setExpirationTime(now + seconds)
        .sign(secret);
    },
    async verify(token, url, scope) {
      const now = clock.now();
      const claims = await read(token, { secret, now });
      if (claims.url !== url || claims.scope !== scope) throw refusals.invalidSignature();
      const { sid, owner, upsert, exp, transformation } = claims;
      const secondsLeft = Math.floor(exp - now.getTime() / 1000);
      return { url, scope, sessionId: sid, owner, upsert, transformation, secondsLeft };
    },
  };
}

async function read(
  token: string,
  { secret, now }: { readonly secret: Uint8Array; readonly now: Date },
): Promise<z.infer<typeof claimsSchema>> {
  try {
    const { payload } = await jwtVerify(token, secret, { algorithms: ['HS256'], currentDate: now });
    return claimsSchema.parse(payload);
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw refusals.expiredToken();
    if (error instanceof errors.JWSInvalid || error instanceof errors.JWTInvalid) {
      throw refusals.invalidJwt('Invalid Compact JWS');
    }
    throw refusals.invalidSignature();
  }
}
