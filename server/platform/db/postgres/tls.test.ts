import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { silentLog } from '#server/lib/log.ts';
import { createAuthority, type TestAuthority } from '#tests/engines/certificates.ts';
import { startTestServer, type TestServer } from '#tests/engines/postgres-server.ts';
import { openPostgres } from './open-postgres.ts';

/** Whether the first connection of a new database is encrypted. */
async function isEncrypted(url: string): Promise<boolean> {
  const database = await openPostgres({ url, log: silentLog });
  try {
    const [row] = await database.query<{ ssl: boolean }>(
      'select bool_and(ssl) as ssl from pg_stat_ssl join pg_stat_activity using (pid) where usename is not null',
    );
    return row?.ssl ?? false;
  } finally {
    await database.close();
  }
}

/** Runs with TEST_DATABASE=postgres. */
describe.runIf(inject('postgresUrl'))('sslmode of an address', () => {
  let server: TestServer;
  let authority: TestAuthority;
  let folder: string;
  const file = (name: string): string => join(folder, name);

  beforeAll(async () => {
    authority = await createAuthority('Ours');
    folder = await mkdtemp(join(tmpdir(), 'errand-tls-'));
    await writeFile(file('ca.pem'), authority.certificate);
    await writeFile(file('other-ca.pem'), (await createAuthority('Another')).certificate);
    server = await startTestServer({ settings: ['ssl=on'], files: await certificateFor('localhost') });
  });
  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true });
  });

  const certificateFor = async (name: string, options?: { hasExpired: boolean }) => {
    const { certificate, key } = await authority.issue(name, options);
    return { 'server.crt': certificate, 'server.key': key };
  };
  const addressWith = (parameters: Record<string, string>, host = 'localhost'): string => {
    const address = new URL(server.url);
    address.hostname = host;
    address.search = new URLSearchParams(parameters).toString();
    return address.href;
  };

  it.each([
    ['none', {}, false],
    ['disable', { sslmode: 'disable' }, false],
    ['prefer', { sslmode: 'prefer' }, true],
    ['require, from any CA', { sslmode: 'require' }, true],
  ])('%s: asks for that much', async (_mode, parameters, encrypted) => {
    expect(await isEncrypted(addressWith(parameters))).toBe(encrypted);
  });

  it('verify-full accepts a certificate of this CA for this host', async () => {
    const parameters = { sslmode: 'verify-full', sslrootcert: file('ca.pem') };
    expect(await isEncrypted(addressWith(parameters))).toBe(true);
  });

  it('verify-ca accepts it for any host', async () => {
    const parameters = { sslmode: 'verify-ca', sslrootcert: file('ca.pem') };
    expect(await isEncrypted(addressWith(parameters, '127.0.0.1'))).toBe(true);
  });

  it.each(['require', 'verify-ca', 'verify-full'])(
    '%s refuses a certificate of another CA',
    async (sslmode) => {
      const address = addressWith({ sslmode, sslrootcert: file('other-ca.pem') });
      await expect(isEncrypted(address)).rejects.toThrow(
        "isn't from a CA that is trusted here. Set sslrootcert",
      );
    },
  );

  it('verify-full refuses a CA that nobody named', async () => {
    await expect(isEncrypted(addressWith({ sslmode: 'verify-full' }))).rejects.toThrow("isn't from a CA");
  });

  it('verify-full refuses a certificate for another host', async () => {
    const address = addressWith({ sslmode: 'verify-full', sslrootcert: file('ca.pem') }, '127.0.0.1');
    await expect(isEncrypted(address)).rejects.toThrow('is for another host name');
  });

  it('names a file that is missing', async () => {
    const address = addressWith({ sslmode: 'verify-ca', sslrootcert: file('nothing.pem') });
    await expect(isEncrypted(address)).rejects.toThrow(
      /the address of the database can't be used: ENOENT.*nothing\.pem/,
    );
  });

  it('prefer does without where the server offers none, require refuses it', async () => {
    const address = new URL(inject('postgresUrl') ?? '');
    address.search = 'sslmode=prefer';
    expect(await isEncrypted(address.href)).toBe(false);
    address.search = 'sslmode=require';
    await expect(isEncrypted(address.href)).rejects.toThrow('the server offers no TLS');
  });

  it('verify-ca refuses a certificate that has expired', async () => {
    const expired = await startTestServer({
      settings: ['ssl=on'],
      files: await certificateFor('localhost', { hasExpired: true }),
    });
    const address = new URL(expired.url);
    address.search = new URLSearchParams({ sslmode: 'verify-ca', sslrootcert: file('ca.pem') }).toString();
    await expect(isEncrypted(address.href)).rejects.toThrow('certificate has expired');
    await expired.stop();
  });
});
