import { randomBytes, randomUUID } from 'node:crypto';

export const newUuid = (): string => randomUUID();

/** An unguessable URL-safe token. 32 bytes (256 bits) unless told otherwise. */
export const newToken = (bytes = 32): string => randomBytes(bytes).toString('base64url');
