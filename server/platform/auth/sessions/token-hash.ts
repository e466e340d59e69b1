import { createHash } from 'node:crypto';

/** Hashes a 256-bit random secret for storage. Unguessable secrets need no salt and no slow hash. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
