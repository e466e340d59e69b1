import { refusals } from './storage-error.ts';

const NAME = /^[\w/!\-.*'()&$@=;:+,? ]+$/;
const MAX_NAME_BYTES = 1024;
const MAX_BUCKET_CHARACTERS = 100;

/**
 * A name is a table key and never a file system path. Segments with a meaning in paths are rejected nevertheless: a
 * client or proxy that normalizes them would ask for another object than was signed or stored.
 */
export function assertObjectName(name: string): void {
  const parts = name.split('/');
  const isPlain = NAME.test(name) && parts.every((part) => part !== '' && part !== '.' && part !== '..');
  if (!isPlain || Buffer.byteLength(name) > MAX_NAME_BYTES) throw refusals.invalidKey(name);
}

export function assertBucketName(name: string): void {
  const isPlain = NAME.test(name) && !name.includes('/') && name === name.trim();
  if (!isPlain || name === '.' || name === '..' || name.length > MAX_BUCKET_CHARACTERS) {
    throw refusals.invalidBucketName();
  }
}
