import { matchRoutes } from 'react-router';

/** Manifest entry of a page or a layout. */
interface PageEntry {
  readonly id: string;
  readonly path: string;
  readonly parentId: string | undefined;
  /** Its module and that module's imports. */
  readonly files: readonly string[];
}

/** True if a page's code isn't loaded yet; false for unknown paths. */
export function isPageAway(pathname: string): boolean {
  const loaded: unknown = Reflect.get(globalThis, '__reactRouterRouteModules');
  return entriesFor(pathname).some(({ id }) => within(loaded, id) === undefined);
}

/**
 * Fetches all files of a page into the HTTP cache, where the router finds them. Not as modules, since browsers
 * may cache a failed import for good. Files that a newer version has replaced (404) count as fetched: the
 * router then reloads the page, which loads that version.
 */
export async function fetchPage(pathname: string): Promise<void> {
  const files = new Set(entriesFor(pathname).flatMap(({ files }) => files));
  await Promise.all([...files].map(fetchFile));
}

/** A connection silent for this long is considered dead. */
const TIME_LIMIT_MS = 20_000;

async function fetchFile(file: string): Promise<void> {
  const response = await fetch(file, { signal: AbortSignal.timeout(TIME_LIMIT_MS) });
  if (response.status >= 500) throw new Error(`${file} was answered with ${response.status}`);
  // The cache keeps only complete responses.
  await response.arrayBuffer();
}

/**
 * Props for a link that prefetch its page on hover or focus. The router's own `prefetch` reloads the page if
 * loading fails, even without a click.
 */
export function fetchAhead(pathname: string) {
  const ahead = () => {
    // If this fails, the click retries and reports it.
    if (isPageAway(pathname)) fetchPage(pathname).catch(() => undefined);
  };
  return { onPointerEnter: ahead, onFocus: ahead };
}

function entriesFor(pathname: string): PageEntry[] {
  const entries = readEntries();
  const pages = [...entries.values()].filter(({ path }) => path !== '');
  const found: PageEntry[] = [];
  let id = matchRoutes(
    pages.map(({ id, path }) => ({ id, path })),
    pathname,
  )?.[0]?.route.id;
  while (id !== undefined) {
    const entry = entries.get(id);
    if (entry) found.push(entry);
    id = entry?.parentId;
  }
  return found;
}

/** Reads the router's own globals. Empty if they ever move, which a browser test would catch. */
function readEntries(): ReadonlyMap<string, PageEntry> {
  const routes = within(Reflect.get(globalThis, '__reactRouterManifest'), 'routes');
  const entries = new Map<string, PageEntry>();
  for (const [id, route] of Object.entries(routes ?? {})) {
    const imports = within(route, 'imports');
    entries.set(id, {
      id,
      path: within(route, 'index') === true ? '/' : (text(within(route, 'path')) ?? ''),
      parentId: text(within(route, 'parentId')),
      files: [within(route, 'module'), ...(Array.isArray(imports) ? imports : [])].filter(
        (file) => typeof file === 'string',
      ),
    });
  }
  return entries;
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const within = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
