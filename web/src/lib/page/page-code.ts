import { matchRoutes } from 'react-router';

/** Manifest entry of a page or a layout. */
interface PageEntry {
  readonly id: string;
  readonly path: string;
  readonly parentId: string | undefined;
  /** Its module and what that imports. */
  readonly files: readonly string[];
}

/** A page of this address has code that is not here yet. An address that the router does not know has none. */
export function isPageAway(pathname: string): boolean {
  const loaded: unknown = Reflect.get(globalThis, '__reactRouterRouteModules');
  return entriesFor(pathname).some(({ id }) => within(loaded, id) === undefined);
}

/**
 * Fetches all files of the page of this address to where the router finds them. Not as modules: a browser that has
 * failed to get a module may remember that for good. Files that a newer version has replaced count as there: the
 * router answers them by loading the whole page again, which brings that version.
 */
export async function fetchPage(pathname: string): Promise<void> {
  const files = new Set(entriesFor(pathname).flatMap(({ files }) => files));
  await Promise.all([...files].map(fetchFile));
}

/** A connection that says nothing for as long brings nothing any more. */
const TIME_LIMIT_MS = 20_000;

async function fetchFile(file: string): Promise<void> {
  const response = await fetch(file, { signal: AbortSignal.timeout(TIME_LIMIT_MS) });
  if (response.status >= 500) throw new Error(`${file} was answered with ${response.status}`);
  // Kept only once it has come as a whole.
  await response.arrayBuffer();
}

/**
 * For a link: fetches its page as soon as somebody seems to want it. The router's own `prefetch` loads the whole page
 * again if the code does not come, even where nobody has pressed anything.
 */
export function fetchAhead(pathname: string) {
  const ahead = () => {
    // Should it fail, the press asks for it again, and says so.
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

/** As the router lists them; none where it keeps its list elsewhere some day, which a browser test would tell. */
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
