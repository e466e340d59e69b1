import { createHash } from 'node:crypto';

/** How a secret of 256 random bits is kept. It needs no salt and no slow hash: nobody can guess it. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
