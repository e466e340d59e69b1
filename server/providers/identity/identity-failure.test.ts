import { errors } from 'jose';
import { afterEach, expect, test, vi } from 'vitest';
import { asIdentityError } from './identity-failure.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('a service that does not answer within eight seconds, over all requests, is unavailable', async () => {
  vi.useFakeTimers();
  const outcome = expect(asIdentityError(() => new Promise(() => {}))).rejects.toMatchObject({
    name: 'IdentityError',
    kind: 'unavailable',
  });
  await vi.advanceTimersByTimeAsync(8_000);
  await outcome;
});

test.each([
  ['keys that do not come', new errors.JWKSTimeout(), 'unavailable'],
  ['keys that come as an error', new errors.JOSEError('Expected 200 OK'), 'unavailable'],
  ['a signature that does not hold', new errors.JWSSignatureVerificationFailed(), 'refused'],
  ['a token that is over', new errors.JWTExpired('expired', {}), 'refused'],
] as const)('%s', async (_name, error, kind) => {
  await expect(asIdentityError(() => Promise.reject(error))).rejects.toMatchObject({ kind });
});
