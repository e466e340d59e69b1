import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createLocalMailbox } from '#server/providers/mailer/local-mailbox.ts';
import { createLocalDoor } from './local-door.ts';
import { createMailboxRoom } from './mailbox-room.ts';

const KEY = 'the-key-of-this-start';
const folder = mkdtempSync(join(tmpdir(), 'errand-mailbox-room-'));
const mailbox = createLocalMailbox({ folder });
const room = createMailboxRoom({ mailbox, door: createLocalDoor('http://localhost:3000'), key: KEY });
const mail = { kind: 'recovery', to: 'ada@example.org', subject: 'Reset', text: 'text', html: '<p>html</p>' };

afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => mailbox.clear());

interface Ask {
  readonly path?: string;
  readonly host?: string;
  readonly ip?: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
}
function ask({
  path = '/local/mailbox',
  host = 'localhost:3000',
  ip = '127.0.0.1',
  method = 'GET',
  headers = {},
}: Ask = {}): Promise<Response> {
  const request = new Request(`http://${host}${path}`, {
    method,
    headers: { authorization: `Bearer ${KEY}`, ...headers },
  });
  return room.handle(request, { ip, requestId: 'test' });
}

test('the owner reads the mails, newest first, and empties the mailbox', async () => {
  await mailbox.send(mail);
  await mailbox.send({ ...mail, subject: 'Newer' });
  // The official client sends this with each request, and isn't a proxy.
  const answer = await ask({ headers: { 'sec-fetch-site': 'same-origin', 'x-client-info': 'supabase-js' } });
  expect(await answer.json()).toEqual({
    messages: [
      expect.objectContaining({ subject: 'Newer', kind: 'recovery', sent_at: expect.any(String) }),
      expect.objectContaining({ subject: 'Reset', to: 'ada@example.org', text: 'text', html: '<p>html</p>' }),
    ],
  });
  expect((await ask({ method: 'DELETE', headers: { origin: 'http://localhost:3000' } })).status).toBe(204);
  expect(await (await ask()).json()).toEqual({ messages: [] });
});

test('a path below it is not found, and empties nothing', async () => {
  await mailbox.send(mail);
  for (const method of ['GET', 'DELETE']) {
    expect((await ask({ path: '/local/mailbox/1', method })).status).toBe(404);
  }
  expect(await (await ask()).json()).toMatchObject({ messages: [{ subject: 'Reset' }] });
});

test.each<[string, Ask]>([
  ['another machine', { ip: '192.168.1.7' }],
  ['an address that only begins like loopback', { ip: '127.0.0.1.evil.example' }],
  ['an unknown peer', { ip: 'unknown' }],
  ['a name that was rebound to loopback', { host: 'rebind.evil.example:3000' }],
  ['a host that only begins like loopback', { host: '127.0.0.1.evil.example' }],
  ['a proxy on this machine', { headers: { 'x-forwarded-for': '127.0.0.1' } }],
  ['a proxy that names itself', { headers: { forwarded: 'for=127.0.0.1' } }],
  ['a tunnel', { headers: { 'cf-connecting-ip': '127.0.0.1' } }],
  ['a proxy that says so in Via', { headers: { via: '1.1 proxy' } }],
  ['a proxy that tells the host alone', { headers: { 'x-forwarded-host': 'errand.example' } }],
  ['a proxy with a header of its own', { headers: { 'x-forwarded-anything': 'yes' } }],
  ['nginx, as many write it', { headers: { 'x-real-ip': '203.0.113.9' } }],
  ['a proxy that keeps the first host', { headers: { 'x-original-host': 'errand.example' } }],
  ['a proxy that adds nothing: without the key', { headers: { authorization: '' } }],
  ['somebody who guesses at the key', { headers: { authorization: 'Bearer the-key-of-this-start2' } }],
  ['somebody with another key', { headers: { authorization: 'Bearer another' } }],
  ['another web page', { headers: { origin: 'https://evil.example' } }],
  ['another program on this machine', { headers: { origin: 'http://localhost:8080' } }],
  ['a sandboxed frame', { headers: { origin: 'null' } }],
  ['a page that sends no Origin', { headers: { 'sec-fetch-site': 'cross-site' } }],
  ['a page that sends no Origin, but a Referer', { headers: { referer: 'https://errand.example/mailbox' } }],
  ['a page that hides its address', { headers: { referer: 'about:client' } }],
  ['a page of another port that sends no Origin', { headers: { 'sec-fetch-site': 'same-site' } }],
])('%s is refused and reveals nothing', async (_name, from) => {
  await mailbox.send(mail);
  for (const method of ['GET', 'DELETE']) {
    const response = await ask({ ...from, method });
    expect([401, 404]).toContain(response.status);
    expect(await response.text()).not.toContain('ada');
    expect(response.headers.has('access-control-allow-origin')).toBe(false);
  }
  expect(await mailbox.list()).toHaveLength(1);
});

test('an attachment is downloaded under its name, by whoever has the key', async () => {
  const content = Buffer.from('%PDF-1.7');
  await mailbox.send({ ...mail, attachments: [{ name: 'tür 1.pdf', type: 'application/pdf', content }] });
  const [kept] = await mailbox.list();
  const path = `/local/mailbox/${kept?.id}/0`;
  const answer = await ask({ path });
  expect(answer.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''t%C3%BCr%201.pdf");
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(content);
  expect((await ask({ path: `/local/mailbox/${kept?.id}/1` })).status).toBe(404);
  expect((await ask({ path, headers: { authorization: 'Bearer wrong' } })).status).toBe(401);
  expect((await ask({ path, method: 'DELETE' })).status).toBe(404);
});
