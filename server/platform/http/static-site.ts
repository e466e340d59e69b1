import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { readByteRange } from './byte-range.ts';
import { acceptedEncoding } from './compress.ts';
import { namesTag } from './entity-tag.ts';
import { type PagePolicyOptions, pagePolicy, WORKER_POLICY } from './security-headers.ts';

export interface StaticSiteOptions extends PagePolicyOptions {
  /** The built web app: prerendered pages and hashed assets, each with a `.br` and `.gz` variant. */
  readonly folder: string;
  /** Paths rendered in the browser; any other path that looks like a page leads to /404. */
  readonly appRoutes: readonly string[];
}

interface Served {
  readonly body: Buffer<ArrayBuffer>;
  readonly headers: Record<string, string>;
  readonly encodings: ReadonlyMap<string, Buffer<ArrayBuffer>>;
  /** Computed when the file is first asked for: hashing all of them would take part of every start. */
  readonly tag: () => string;
}

export type StaticSite = (request: Request) => Response;

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.jpg': 'image/jpeg',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
  '.vtt': 'text/vtt; charset=utf-8',
};

/** Loads the whole built site into memory (a few megabytes) and serves it. */
export async function createStaticSite(options: StaticSiteOptions): Promise<StaticSite> {
  const files = await loadFiles(options);
  const fallback = files.get('/__spa-fallback.html') ?? files.get('/index.html');
  const notFound = files.get('/404/index.html') ?? fallback;
  if (!fallback || !notFound)
    throw new Error(`the web app in ${options.folder} hasn't been built. Run npm run build`);

  return (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return new Response('Method not allowed', { status: 405, headers: { Allow: 'GET, HEAD' } });
    }
    const path = pathOf(request);
    if (path === '/404') return send(request, notFound, 404);
    const found = files.get(path) ?? files.get(`${path === '/' ? '' : path}/index.html`);
    if (found && !path.endsWith('.html')) return send(request, found, 200);
    if (isAppRoute(path, options.appRoutes)) return send(request, fallback, 200);
    if (!looksLikePage(request, path)) return new Response('Not found', { status: 404 });
    return new Response(null, { status: 302, headers: { Location: '/404', 'Cache-Control': 'no-store' } });
  };
}

/** Normalizes the path: a trailing slash is the same page, and an undecodable path matches nothing. */
function pathOf(request: Request): string {
  const raw = new URL(request.url).pathname;
  const path = raw.length > 1 && raw.endsWith('/') ? raw.slice(0, -1) : raw;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function isAppRoute(path: string, routes: readonly string[]): boolean {
  return routes.some((route) =>
    route.endsWith('/*') ? path.startsWith(route.slice(0, -1)) : path === route,
  );
}

function looksLikePage(request: Request, path: string): boolean {
  return extname(path) === '' && (request.headers.get('accept') ?? '').includes('text/html');
}

function send(request: Request, file: Served, status: number): Response {
  const headers = new Headers(file.headers);
  const tag = file.tag();
  headers.set('ETag', tag);
  const known = request.headers.get('if-none-match');
  if (status === 200 && known !== null && namesTag(known, tag)) {
    return new Response(null, { status: 304, headers });
  }
  if (status === 200 && file.headers['Accept-Ranges']) return sendVideo(request, file, headers);
  const encoding = acceptedEncoding(request, [...file.encodings.keys()]);
  const body = (encoding !== null && file.encodings.get(encoding)) || file.body;
  if (encoding !== null) headers.set('Content-Encoding', encoding);
  headers.set('Content-Length', String(body.length));
  return new Response(request.method === 'HEAD' ? null : body, { status, headers });
}

/** Supports range requests: Safari doesn't play a video without them. */
function sendVideo(request: Request, { body }: Served, headers: Headers): Response {
  const range = readByteRange(request.headers, { size: body.length, etag: headers.get('etag') ?? '' });
  if (range === 'unsatisfiable') {
    headers.set('Content-Range', `bytes */${body.length}`);
    return new Response(null, { status: 416, headers });
  }
  const part = range ? body.subarray(range.start, range.end + 1) : body;
  if (range) headers.set('Content-Range', `bytes ${range.start}-${range.end}/${body.length}`);
  headers.set('Content-Length', String(part.length));
  return new Response(request.method === 'HEAD' ? null : part, { status: range ? 206 : 200, headers });
}

async function loadFiles(options: StaticSiteOptions): Promise<Map<string, Served>> {
  const entries = await readdir(options.folder, { recursive: true, withFileTypes: true }).catch(
    (cause: unknown) => {
      throw new Error(`the web app in ${options.folder} hasn't been built. Run npm run build`, { cause });
    },
  );
  const files = new Map<string, Served>();
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const present = new Set(paths);
  for (const path of paths) {
    if (['.br', '.gz', '.map'].includes(extname(path))) continue;
    const url = `/${relative(options.folder, path).split(sep).join('/')}`;
    files.set(url, load(path, url, present, options));
  }
  return files;
}

/** Read synchronously: for a thousand small files that takes a third of the time, while the database opens in its thread. */
function load(path: string, url: string, present: ReadonlySet<string>, policy: PagePolicyOptions): Served {
  const body = readFileSync(path);
  const encodings = new Map<string, Buffer<ArrayBuffer>>();
  for (const [name, ending] of [
    ['br', '.br'],
    ['gzip', '.gz'],
  ] as const) {
    if (present.has(path + ending)) encodings.set(name, readFileSync(path + ending));
  }
  const isPage = extname(path) === '.html';
  const isVideo = TYPES[extname(path)]?.startsWith('video/') === true;
  // Names of assets contain a hash of their content, so they never change.
  const caching = url.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
  return {
    body,
    encodings,
    tag: tagWhenAsked(body, { isWeak: encodings.size > 0 }),
    headers: {
      'Content-Type': TYPES[extname(path)] ?? 'application/octet-stream',
      'Cache-Control': caching,
      Vary: 'Accept-Encoding',
      ...(isVideo && { 'Accept-Ranges': 'bytes' }),
      ...(isPage && {
        'Content-Security-Policy': pagePolicy(inlineScriptHashes(body.toString()), policy),
      }),
      ...(TYPES[extname(path)] === TYPES['.js'] && { 'Content-Security-Policy': WORKER_POLICY }),
    },
  };
}

/** Weak where several encodings share it: equal in meaning, not in their bytes (RFC 9110, section 8.8.1). */
function tagWhenAsked(body: Buffer, { isWeak }: { isWeak: boolean }): () => string {
  let tag: string | undefined;
  return () => {
    tag ??= `${isWeak ? 'W/' : ''}"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    return tag;
  };
}

/** Hashes the inline scripts of a page for the Content-Security-Policy. */
export function inlineScriptHashes(html: string): string[] {
  return [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    (match) =>
      `sha256-${createHash('sha256')
        .update(match[1] ?? '')
        .digest('base64')}`,
  );
}
