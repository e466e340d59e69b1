import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StorageWorld } from '#tests/worlds/storage-world.ts';
import type { Person } from '#tests/worlds/token-issuer.ts';
import { bearer, codeOf, desk, fresh, openStorage, put, url } from './storage-client.ts';

let world: StorageWorld;
let ann: Person;
let bob: Person;

beforeAll(async () => {
  ({ world, ann, bob } = await openStorage());
});
afterAll(() => world.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(url(world, `/object/desk/${path}`), { headers: { ...bearer(ann), ...headers } });

describe('what is sent', () => {
  it('carries headers that keep the content harmless', async () => {
    const path = await put(world, ann, fresh(ann, 'html'), '<script>alert(1)</script>');
    const response = await get(path);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/plain',
      'content-disposition': expect.stringMatching(
        /^attachment; filename="[\w.-]+\.html"; filename\*=UTF-8''/,
      ),
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      'x-robots-tag': 'none',
      'accept-ranges': 'bytes',
      'cache-control': 'private, max-age=3600',
      'content-length': '25',
    });
  });

  it.each([
    ['text/html', '<html>', 'text/plain; charset=utf-8', 'attachment'],
    ['image/svg+xml', '<svg onload="x()"/>', 'text/plain; charset=utf-8', 'attachment'],
    ['application/xhtml+xml', '<html/>', 'text/plain; charset=utf-8', 'attachment'],
    ['Application/X-JavaScript', 'x()', 'text/plain; charset=utf-8', 'attachment'],
    ['text/javascript1.5; charset=utf-8', 'x()', 'text/plain; charset=utf-8', 'attachment'],
    ['text/css', '*{}', 'text/plain; charset=utf-8', 'attachment'],
    ['application/pdf', '<html>not a pdf', 'application/octet-stream', 'attachment'],
    ['image/png', '<svg/>', 'application/octet-stream', 'attachment'],
    ['image/png', '%PDF-1.7 x', 'application/pdf', 'attachment'],
    ['application/pdf', '%PDF-1.7 x', 'application/pdf', 'attachment'],
    ['text/csv', 'PK\u0003\u0004 zip', 'application/zip', 'attachment'],
    ['application/x-office', 'PK\u0003\u0004 zip', 'application/x-office', 'attachment'],
    ['image/jpeg', '\u0089PNG\r\n\u001a\n', 'image/png', 'inline'],
    ['text/csv', '+ADw-script+AD4-', 'text/csv', 'attachment'],
    ['text/csv', '\u00ff\u00fe<\0s\0c\0r\0i\0p\0t\0>\0', 'text/csv', 'attachment'],
    ['text/xml', '<?xml version="1.0"?><x/>', 'text/plain; charset=utf-8', 'attachment'],
    ['application/xml', '<x/>', 'text/plain; charset=utf-8', 'attachment'],
    ['application/pdf', '<html><!-- %PDF-1.7 --><script>', 'application/octet-stream', 'attachment'],
    ['text/html', '%PDF-1.7 <html><script>', 'application/pdf', 'attachment'],
    ['application/pdf', '%PDF-1.7 PK\u0003\u0004', 'application/pdf', 'attachment'],
    ['text/javascript', 'GIF89a=1;alert(1)', 'image/gif', 'inline'],
  ])('serves %s holding %j as %s, %s', async (declared, content, served, disposition) => {
    const path = fresh(ann, 'x');
    const sent = await desk(world, ann).upload(path, Buffer.from(content, 'latin1'), {
      contentType: declared,
    });
    expect(sent.error).toBeNull();
    const response = await get(path);
    expect(response.headers.get('content-type')).toBe(served);
    expect(response.headers.get('content-disposition')).toMatch(new RegExp(`^${disposition};`));
  });

  it('is as harmless at every door, in part and when nothing is sent', async () => {
    const path = fresh(ann, 'svg');
    await desk(world, ann).upload(path, '<svg onload="x()"/>', { contentType: 'image/svg+xml' });
    const link = (await desk(world, ann).createSignedUrl(path, 60)).data?.signedUrl ?? '';
    const etag = (await get(path)).headers.get('etag') ?? '';
    const answers = await Promise.all([
      fetch(url(world, `/object/authenticated/desk/${path}`), { headers: bearer(ann) }),
      fetch(url(world, `/object/desk/${path}`), { method: 'HEAD', headers: bearer(ann) }),
      get(path, { range: 'bytes=0-3' }),
      get(path, { 'if-none-match': etag }),
      fetch(link),
      fetch(`${link}&download=x.svg`),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 206, 304, 200, 200]);
    for (const { headers, status } of answers) {
      expect(headers.get('content-disposition')).toMatch(/^attachment;/);
      expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cache-control')).toMatch(/^private, max-age=\d+$/);
      if (status !== 304) expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    }
  });

  it.each([
    ['report.pdf', `attachment; filename="report.pdf"; filename*=UTF-8''report.pdf`],
    ['Grüße "x".txt', `attachment; filename="Gr__e _x_.txt"; filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%22x%22.txt`],
    ['a\r\nSet-Cookie: x', `attachment; filename="aSet-Cookie: x"; filename*=UTF-8''aSet-Cookie%3A%20x`],
    ['../../etc/passwd', `attachment; filename="passwd"; filename*=UTF-8''passwd`],
    ['\u202efdp.exe', `attachment; filename="fdp.exe"; filename*=UTF-8''fdp.exe`],
    ['..', 'attachment'],
  ])('offers the name %j harmlessly', async (name, wanted) => {
    const path = await put(world, ann, fresh(ann));
    const response = await get(`${path}?download=${encodeURIComponent(name)}`);
    expect(response.headers.get('content-disposition')).toBe(wanted);
  });
});

describe('how much is sent', () => {
  it('is the part that was asked for, and nothing of what lies behind it', async () => {
    const path = await put(world, ann, fresh(ann), '0123456789');
    const part = async (range: string, more: Record<string, string> = {}) => {
      const response = await get(path, { range, ...more });
      return [response.status, response.headers.get('content-range'), await response.text()];
    };
    expect(await part('bytes=2-4')).toEqual([206, 'bytes 2-4/10', '234']);
    expect(await part('bytes=7-')).toEqual([206, 'bytes 7-9/10', '789']);
    expect(await part('bytes=-3')).toEqual([206, 'bytes 7-9/10', '789']);
    expect(await part('bytes=5-500')).toEqual([206, 'bytes 5-9/10', '56789']);
    expect(await part('bytes=-500')).toEqual([206, 'bytes 0-9/10', '0123456789']);
    expect(await part('bytes=0-1,3-4')).toEqual([200, null, '0123456789']);
    expect(await part('bytes=4-2')).toEqual([200, null, '0123456789']);
    expect((await part('bytes=10-'))[0]).toBe(416);
    expect((await part('bytes=-0'))[0]).toBe(416);
    expect(await part('bytes=0-1', { 'if-range': '"other"' })).toEqual([200, null, '0123456789']);
  });

  it('is nothing when the client has it already', async () => {
    const path = await put(world, ann, fresh(ann));
    const first = await get(path);
    await first.arrayBuffer();
    const etag = first.headers.get('etag') ?? '';
    const modified = first.headers.get('last-modified') ?? '';
    const status = async (headers: Record<string, string>) => (await get(path, headers)).status;
    expect(await status({ 'if-none-match': etag })).toBe(304);
    expect(await status({ 'if-none-match': `"x", W/${etag}` })).toBe(304);
    expect(await status({ 'if-none-match': '"x"' })).toBe(200);
    expect(await status({ 'if-modified-since': modified })).toBe(304);
    expect(await status({ 'if-modified-since': new Date(0).toUTCString() })).toBe(200);
    expect(await status({ 'if-none-match': '"x"', 'if-modified-since': modified })).toBe(200);
  });

  it('is the headers alone for HEAD; exists() says yes or no', async () => {
    const path = await put(world, ann, fresh(ann), '12345');
    const head = await fetch(url(world, `/object/desk/${path}`), { method: 'HEAD', headers: bearer(ann) });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '5', '']);
    expect((await desk(world, ann).exists(path)).data).toBe(true);
    expect((await desk(world, ann).exists(fresh(ann))).data).toBe(false);
  });
});

it('is refused where a version of an object is asked for', async () => {
  const path = await put(world, ann, fresh(ann));
  for (const room of ['object', 'object/authenticated']) {
    const asked = fetch(url(world, `/${room}/desk/${path}?versionId=1`), { headers: bearer(ann) });
    expect(await codeOf(asked)).toBe('InvalidRequest');
  }
});

describe('a public bucket', () => {
  it('needs no token, and a private one is not found by that way', async () => {
    const path = await put(world, ann, fresh(ann), 'for all', 'wall');
    const { publicUrl } = desk(world, ann, 'wall').getPublicUrl(path).data;
    const response = await fetch(publicUrl);
    expect([response.status, await response.text()]).toEqual([200, 'for all']);
    expect(response.headers.get('cache-control')).toBe('max-age=3600');
    expect(await (await desk(world, bob, 'wall').download(path)).data?.text()).toBe('for all');
    expect((await fetch(url(world, `/object/info/public/wall/${path}`))).status).toBe(200);

    const hidden = await put(world, ann, fresh(ann));
    for (const bucket of ['desk', 'nowhere']) {
      const refusal = await fetch(url(world, `/object/public/${bucket}/${hidden}`));
      expect([refusal.status, await refusal.json()]).toEqual([
        400,
        { statusCode: '404', error: 'Bucket not found', message: 'Bucket not found', code: 'NoSuchBucket' },
      ]);
    }
  });
});
