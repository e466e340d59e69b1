import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { type Transformation, transformationSchema } from '../render/transformation.ts';
import { refusals } from '../storage-error.ts';

/** What a signed link allows, and to whom it was given. */
export interface LinkClaims {
  /** `bucket/name` */
  readonly url: string;
  /** `render`: the picture that its transformation makes of the object, and never the object itself. */
  readonly scope: 'download' | 'upload' | 'render';
  /** The session that signed it: the link ends with it. null for keys. */
  readonly sessionId: string | null;
  /** Of an upload: who will own the object. */
  readonly owner: string | null;
  readonly upsert: boolean;
  /** Of a picture: what is made of it. */
  readonly transformation?: Transformation | undefined;
}

export interface Link extends LinkClaims {
  /** Seconds since 1970. */
  readonly expiresAt: number;
}

/** Signs and checks the tokens of links. They mean nothing to any other part: the key is of this purpose alone. */
export interface Links {
  sign(claims: LinkClaims, seconds: number): Promise<string>;
  /** Throws StorageError unless the token is ours, alive, and for exactly this address and scope. */
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

export function createLinks(secret: Uint8Array): Links {
  return {
    sign({ url, scope, sessionId, owner, upsert, transformation }, seconds) {
      // Rounded up: a link of one second lives at least that long.
      const now = Math.ceil(Date.now() / 1000);
      return new SignJWT({ url, scope, sid: sessionId, owner, upsert, transformation })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuedAt(now)
        .setExpirationTime(now + seconds)
        .sign(secret);
    },
    async verify(token, url, scope) {
      const claims = await read(token, secret);
      if (claims.url !== url || claims.scope !== scope) throw refusals.invalidSignature();
      const { sid, owner, upsert, exp, transformation } = claims;
      return { url, scope, sessionId: sid, owner, upsert, transformation, expiresAt: exp };
    },
  };
}

async function read(token: string, secret: Uint8Array): Promise<z.infer<typeof claimsSchema>> {
  try {
    const { payload } = await jwtVerify(token, secret, { algorithms: ['HS256'] });
    return claimsSchema.parse(payload);
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw refusals.expiredToken();
    if (error instanceof errors.JWSInvalid || error instanceof errors.JWTInvalid) {
      throw refusals.invalidJwt('Invalid Compact JWS');
    }
    throw refusals.invalidSignature();
  }
}
