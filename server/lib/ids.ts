import { randomBytes, randomUUID } from 'node:crypto';

export const newUuid = (): string => randomUUID();

/** Returns an unguessable URL-safe token, by default of 32 bytes (256 bits). */
export const newToken = (bytes = 32): string => randomBytes(bytes).toString('base64url');
