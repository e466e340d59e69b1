import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { silentLog } from '#server/lib/log.ts';
import { openPostgres } from '#server/platform/db/postgres/open-postgres.ts';
import { signUp } from './acceptance/person.ts';
import { startInVain } from './acceptance/start-in-vain.ts';
import { startTestServer, type TestServer } from './engines/postgres-server.ts';
import { anonKeyOf, freshDataDir, removeDataDir, startServer, UNLIMITED } from './worlds/server-process.ts';

/** A server of its own: roles belong to the whole server, and here nobody has made any. */
describe.skipIf(inject('postgresUrl') === null)('a database user who is no superuser', () => {
  let server: TestServer;
  const folders: string[] = [];

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(async () => {
    await server.stop();
    for (const folder of folders) await removeDataDir(folder);
  });

  /** Somebody who owns a database, and may do what is said. */
  async function settingsOf(name: string, rights: string): Promise<Record<string, string>> {
    const admin = await openPostgres({ url: server.url, log: silentLog, maxConnections: 1 });
    await admin.exec(`create role ${name} login nosuperuser ${rights} password 'violets'`);
    await admin.exec(`create database ${name} owner ${name}`);
    await admin.close();
    const url = new URL(server.url);
    Object.assign(url, { username: name, password: 'violets', pathname: `/${name}` });
    folders.push(await freshDataDir());
    return { ...UNLIMITED, DATABASE_URL: url.href, DATA_DIR: folders.at(-1) ?? '' };
  }

  it('is told which right is missing', async () => {
    const { code, output } = await startInVain(await settingsOf('lesser', 'createrole'));
    expect(code).not.toBe(0);
    expect(output).toContain('must be allowed to create roles with BYPASSRLS');
  });

  it('serves rows, files and live updates with createrole and bypassrls', async () => {
    const env = await settingsOf('owner', 'createrole bypassrls');
    const program = await startServer({ env, dataDir: env['DATA_DIR'] ?? '' });
    try {
      const anonKey = await anonKeyOf(program.url);
      const { client, id, token } = await signUp({ url: program.url, anonKey });
      await client.realtime.setAuth(token);
      const heard = Promise.withResolvers<unknown>();
      const ready = Promise.withResolvers<null>();
      const channel = client
        .channel('tasks')
        .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'tasks' }, heard.resolve)
        .on('system', {}, ({ status }: { status: string }) => status === 'ok' && ready.resolve(null));
      channel.subscribe();
      await ready.promise;
      const { data, error } = await client
        .from('tasks')
        .insert({ user_id: id, title: 'Buy violets' })
        .select();
      expect(error).toBeNull();
      expect(data).toMatchObject([{ title: 'Buy violets' }]);
      expect(await heard.promise).toMatchObject({ new: { title: 'Buy violets' } });
      const files = client.storage.from('task-attachments');
      const path = `${id}/${randomBytes(18).toString('base64url')}.txt`;
      expect((await files.upload(path, new Blob(['violets'], { type: 'text/plain' }))).error).toBeNull();
      expect(await (await files.download(path)).data?.text()).toBe('violets');
      await client.removeAllChannels();
    } finally {
      await program.stop();
    }
  });
});
