import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '#tests/engines/free-port.ts';
import {
  anonKeyOf,
  removeDataDir,
  type ServerProcess,
  startServer,
  UNLIMITED,
} from '#tests/worlds/server-process.ts';
import { expectHears, listen } from './ear.ts';
import { addTask, addTasks, numbered, type Person, signUp } from './person.ts';
import { isInstalled, PROXIES, type Proxy, type ProxyKind, startProxy } from './proxies.ts';

const UPLOAD = 10 * 1024 * 1024;

for (const kind of PROXIES)
  describe.skipIf(!isInstalled(kind))(`behind ${kind.name}, set up as deploy/proxies shows it`, () =>
    behind(kind),
  );

function behind(kind: ProxyKind): void {
  let server: ServerProcess;
  let proxy: Proxy;
  let person: Person;

  beforeAll(async () => {
    const url = `http://localhost:${await freePort()}`;
    const env = { ...UNLIMITED, TRUSTED_PROXIES: '127.0.0.1,::1', PUBLIC_URL: url };
    server = await startServer({ env });
    proxy = await startProxy(kind, { url, upstream: server.url });
    person = await signUp({ url, anonKey: await anonKeyOf(url) });
  });
  afterAll(async () => {
    await proxy.stop();
    await server.stop();
    await removeDataDir(server.dataDir);
  });

  it('shows its pages, compressed by Errand', async () => {
    const page = await fetch(`${proxy.url}/login`, { headers: { 'accept-encoding': 'br' } });
    expect(page.status).toBe(200);
    expect(page.headers.get('content-encoding')).toBe('br');
    expect(await page.text()).toContain('<html');
    const tag = page.headers.get('etag') ?? '';
    const again = await fetch(`${proxy.url}/login`, {
      headers: { 'accept-encoding': 'br', 'if-none-match': tag },
    });
    expect(again.status).toBe(304);
  });

  it('tells of changes as they happen', async () => {
    const ear = await listen(person);
    await expectHears(ear, 'Heard through a proxy', (title) => addTask(person, title));
    await person.client.removeAllChannels();
  });

  it('takes a list of two hundred ids', async () => {
    const ids = await addTasks(person, numbered(200));
    const { data, count, error } = await person.client
      .from('tasks')
      .select('id', { count: 'exact' })
      .in('id', ids);
    expect(error).toBeNull();
    expect([data?.length, count]).toEqual([200, 200]);
  });

  it('takes the largest file, and gives back parts of it', async () => {
    const bytes = randomBytes(UPLOAD);
    const name = `${person.id}/${'a'.repeat(22)}.bin`;
    const files = person.client.storage.from('task-attachments');
    expect((await files.upload(name, bytes, { contentType: 'application/octet-stream' })).error).toBeNull();
    const signed = await files.createSignedUrl(name, 60);
    const part = await fetch(signed.data?.signedUrl ?? '', { headers: { range: 'bytes=5000000-5000999' } });
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(5_000_000, 5_001_000))).toBe(true);
  });

  it('passes on the name of a file as it is', async () => {
    for (const name of ['a b.txt', 'ü/ä.txt', 'a%2Fb.txt', 'a+b&c.txt']) {
      const path = `/storage/v1/object/nowhere/${encodeURIComponent(name)}`;
      const answers = [server.url, proxy.url].map(async (url) => {
        const answer = await fetch(url + path, {
          headers: { 'x-forwarded-for': '192.0.2.1' },
        });
        return [answer.status, await answer.text()];
      });
      const [direct, through] = await Promise.all(answers);
      expect(through).toEqual(direct);
    }
  });

  it('knows people apart by their addresses', () => {
    expect(server.output()).not.toMatch(/TRUSTED_PROXIES/);
  });
}
