import { useEffect } from 'react';

/** Longer than a first view takes to come to rest on a slow phone: its code has the network for itself. */
const REST_MS = 30_000;

const PAGES_OF_APP = ['dashboard', 'projects', 'project', 'settings', 'trash'];

/**
 * Fetches the code of the app's other pages once the first has come to rest. The router answers code that does not come
 * by loading the whole page again: without a network that would leave the running app for the browser's own page of
 * being offline. Its own `PrefetchPageLinks` does the same, so the files are fetched beside it.
 */
export function useOtherPages(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const file of filesOfPages()) {
        const link = document.createElement('link');
        link.rel = 'modulepreload';
        link.href = file;
        document.head.append(link);
      }
    }, REST_MS);
    return () => clearTimeout(timer);
  }, []);
}

/** As the router lists them; none where it keeps its list elsewhere some day, which a browser test would tell. */
function filesOfPages(): ReadonlySet<string> {
  const routes = within(within(globalThis, '__reactRouterManifest'), 'routes');
  return new Set(PAGES_OF_APP.flatMap((page) => filesOf(within(routes, `routes/${page}`))));
}

function filesOf(route: unknown): string[] {
  const imports = within(route, 'imports');
  const files = [within(route, 'module'), ...(Array.isArray(imports) ? imports : [])];
  return files.filter((file) => typeof file === 'string');
}

const within = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
