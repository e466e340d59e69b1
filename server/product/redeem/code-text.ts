import { createHash, randomBytes } from 'node:crypto';

/** Crockford's base 32: without I, L, O and U, which are easily misread. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 80 bits, so that codes can't be guessed. */
const LENGTH = 16;

/** A new code in four groups, easy to copy: `7K3M-92QA-XW0D-5TZE`. */
export function newCode(): string {
  // 256 is a multiple of 32, so every character is equally likely.
  const characters = Array.from(randomBytes(LENGTH), (byte) => ALPHABET.charAt(byte % ALPHABET.length));
  return characters.join('').replace(/.{4}(?=.)/g, '$&-');
}

/** Digest of a code, the same for every way to type it. Codes are random, so one round of hashing suffices. */
export function digestOfCode(text: string): Buffer {
  const plain = text
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  return createHash('sha256').update(`errand redeem code ${plain}`).digest();
}
