import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStaticSite, inlineScriptHashes, type StaticSite } from './static-site.ts';

const PAGE = '<!doctype html><script>boot()</script><p>home</p>';
let folder: string;
let site: StaticSite;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'errand-site-'));
  for (const path of ['assets', 'login', '404']) await mkdir(join(folder, path));
  await writeFile(join(folder, 'index.html'), PAGE);
  await writeFile(join(folder, 'index.html.gz'), gzipSync(PAGE));
  await writeFile(join(folder, 'login/index.html'), '<p>login</p>');
  await writeFile(join(folder, '404/index.html'), '<p>missing</p>');
  await writeFile(join(folder, '__spa-fallback.html'), '<p>app</p>');
  await writeFile(join(folder, 'assets/app-1a2b.js'), 'boot()');
  await writeFile(join(folder, 'assets/worker.mjs'), 'work()');
  await writeFile(join(folder, 'demo.webm'), '0123456789');
  site = await createStaticSite({
    folder,
    appRoutes: ['/dashboard', '/projects/*'],
    https: true,
    frameOrigins: ['https://policies.example'],
    captcha: {},
  });
});

afterAll(() => rm(folder, { recursive: true }));

const get = (path: string, headers: Record<string, string> = { accept: 'text/html' }): Response =>
  site(new Request(`http://localhost${path}`, { headers }));

describe('the web app', () => {
  it.each([
    ['/', 'home'],
    ['/login', 'login'],
    ['/login/', 'login'],
    ['/dashboard', 'app'],
    ['/projects/1', 'app'],
  ])('answers %s with its page', async (path, text) => {
    const response = get(path);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain(text);
  });

  it('redirects an unknown page to /404, which answers 404', async () => {
    const response = get('/nowhere');
    expect([response.status, response.headers.get('location')]).toEqual([302, '/404']);
    expect(get('/404').status).toBe(404);
    expect(await get('/404').text()).toContain('missing');
  });

  it.each([
    '/assets/gone.js',
    '/.env',
    '/.git/config',
    '/..%2f..%2fetc/passwd',
    '/%2e%2e/secret.json',
    '/%ff',
  ])('answers 404 at once for %s', (path) => {
    expect(get(path, { accept: '*/*' }).status).toBe(404);
  });

  it('refuses write methods', () => {
    const response = site(new Request('http://localhost/', { method: 'POST' }));
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('allows the inline scripts of a page and no others', () => {
    const policy = get('/').headers.get('content-security-policy') ?? '';
    const [hash] = inlineScriptHashes(PAGE);
    expect(policy).toContain(`script-src 'self' '${hash}'`);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  });

  it.each(['/assets/app-1a2b.js', '/assets/worker.mjs'])(
    'lets %s, run as a worker, reach our origin alone',
    (path) => {
      const { headers } = get(path);
      expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8');
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none'; script-src 'self'; connect-src 'self'",
      );
    },
  );

  it('allows configured hosts in frames, but not their scripts', () => {
    const policy = get('/').headers.get('content-security-policy') ?? '';
    expect(policy).toContain("frame-src 'self' blob: https://policies.example;");
    expect(policy.split('policies.example')).toHaveLength(2);
  });

  it('caches hashed assets forever and revalidates pages', () => {
    expect(get('/assets/app-1a2b.js').headers.get('cache-control')).toContain('immutable');
    const etag = get('/').headers.get('etag') ?? '';
    expect(etag).toMatch(/^W\/"/); // shared by its encodings
    for (const known of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) {
      expect(get('/', { accept: 'text/html', 'if-none-match': known }).status, known).toBe(304);
    }
    expect(get('/', { accept: 'text/html', 'if-none-match': '"other"' }).status).toBe(200);
    expect(get('/demo.webm').headers.get('etag')).toMatch(/^"/); // so that parts of it may be joined
  });

  it('sends the compressed form to a client that takes it', async () => {
    const response = get('/', { accept: 'text/html', 'accept-encoding': 'gzip' });
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(Buffer.from(await response.arrayBuffer())).toEqual(gzipSync(PAGE));
    expect(get('/').headers.get('content-encoding')).toBeNull();
  });

  it.each([
    ['bytes=0-', 206, 'bytes 0-9/10', '0123456789'],
    ['bytes=2-4', 206, 'bytes 2-4/10', '234'],
    ['bytes=-3', 206, 'bytes 7-9/10', '789'],
    ['bytes=10-', 416, 'bytes */10', ''],
    ['bytes=0-1,4-5', 200, null, '0123456789'],
  ])('answers %s of a video with %i', async (range, status, contentRange, text) => {
    const response = get('/demo.webm', { accept: '*/*', range });
    expect([response.status, response.headers.get('content-range')]).toEqual([status, contentRange]);
    expect([response.headers.get('content-type'), response.headers.get('accept-ranges')]).toEqual([
      'video/webm',
      'bytes',
    ]);
    expect(await response.text()).toBe(text);
  });
});
