import * as argon2 from '@node-rs/argon2';
import { hash as bcryptHash } from 'bcryptjs';
import { expect, test, vi } from 'vitest';
import { createPasswords } from './passwords.ts';

// The real module, spied on.
vi.mock('@node-rs/argon2', async (importReal) => {
  const real = await importReal<typeof argon2>();
  return { ...real, verify: vi.fn(real.verify) };
});
const argon2Verify = vi.mocked(argon2.verify);

const passwords = createPasswords();

test('a password matches its own hash, and the hash is Argon2id with at least 19 MiB and two passes', async () => {
  const kept = await passwords.hash('correct horse battery');
  expect(kept).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwords.verify('correct horse battery', kept)).toBe(true);
  expect(passwords.isOutdated(kept)).toBe(false);
});

const long = 'x'.repeat(72);
test.each([
  ['case', 'Secret-Garden', 'secret-garden'],
  ['a trailing space', 'secret-garden', 'secret-garden '],
  ['byte 73', `${long}a`, `${long}b`],
  ['its accents', 'caffè-latte', 'caffe-latte'],
  ['what follows a NUL', 'secret\u0000a', 'secret\u0000b'],
])('passwords that differ in %s do not match each other’s hashes', async (_name, one, other) => {
  expect(await passwords.verify(other, await passwords.hash(one))).toBe(false);
});

test('an imported bcrypt hash is verified and marked for replacement', async () => {
  const imported = await bcryptHash('moved-from-elsewhere', 6);
  for (const variant of [imported, imported.replace(/^\$2b/, '$2a')]) {
    expect(await passwords.verify('moved-from-elsewhere', variant)).toBe(true);
    expect(await passwords.verify('moved-from-elsewhere!', variant)).toBe(false);
    expect(passwords.isOutdated(variant)).toBe(true);
  }
});

test('an imported hash never matches a password beyond 72 bytes', async () => {
  const imported = await bcryptHash(`${long}`, 6);
  expect(await passwords.verify(`${long}anything`, imported)).toBe(false);
});

test('a missing or unknown hash never matches, and takes the same work', async () => {
  for (const none of [null, '', 'no hash']) {
    argon2Verify.mockClear();
    expect(await passwords.verify('other', none)).toBe(false);
    expect(argon2Verify.mock.calls).toEqual([
      [expect.stringContaining('$argon2id$v=19$m=19456,t=2,p=1$'), 'other'],
    ]);
  }
});

test('under a flood, some requests are rejected and the others are answered', async () => {
  const kept = await passwords.hash('something');
  const all = await Promise.allSettled(
    Array.from({ length: 120 }, () => passwords.verify('something', kept)),
  );
  const refused = all.filter((one) => one.status === 'rejected');
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]).toMatchObject({ reason: { status: 429, code: 'over_request_rate_limit' } });
  expect(all.filter((one) => one.status === 'fulfilled' && one.value).length).toBeGreaterThan(20);
});
