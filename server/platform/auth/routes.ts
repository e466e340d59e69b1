import type { AuthEndpoint } from './wire/endpoint.ts';

export type Found =
  | { readonly kind: 'endpoint'; readonly endpoint: AuthEndpoint; readonly params: PathParams }
  | { readonly kind: 'unknown_grant' }
  | { readonly kind: 'refused'; readonly response: Response };

/** Path segments matched by `:name`. */
export type PathParams = Readonly<Record<string, string>>;

export interface Routes {
  find(method: string, url: URL, base: string): Found;
}

/** `/token` is one path with several meanings, so the grant is part of the route. */
const GRANTED = '/token';

export function createRoutes(endpoints: readonly AuthEndpoint[]): Routes {
  const exact = new Map<string, AuthEndpoint>();
  const open: AuthEndpoint[] = [];
  for (const endpoint of endpoints) {
    if (/\/[*:]/.test(endpoint.path)) open.push(endpoint);
    else exact.set(`${endpoint.method} ${endpoint.path}`, endpoint);
  }

  const methodsAt = (path: string): string[] => {
    const there = endpoints.filter((endpoint) => matches(endpoint, path.split('?')[0] ?? ''));
    return [...new Set(there.map(({ method }) => method))];
  };

  return {
    find(method, url, base) {
      const plain = url.pathname.slice(base.length).replace(/\/$/, '') || '/';
      const grant = url.searchParams.get('grant_type');
      const path = plain === GRANTED ? `${plain}?grant_type=${grant ?? ''}` : plain;
      const endpoint =
        exact.get(`${method} ${path}`) ?? open.find((one) => one.method === method && matches(one, plain));
      if (endpoint) return { kind: 'endpoint', endpoint, params: paramsOf(endpoint, plain) };
      const allowed = methodsAt(plain);
      if (allowed.length === 0) {
        return { kind: 'refused', response: new Response('404 page not found\n', { status: 404 }) };
      }
      if (allowed.includes(method)) return { kind: 'unknown_grant' };
      const headers = { Allow: allowed.join(', ') };
      return {
        kind: 'refused',
        response: new Response('405 method not allowed\n', { status: 405, headers }),
      };
    },
  };
}

function matches({ path }: AuthEndpoint, wanted: string): boolean {
  const own = path.split('?')[0] ?? '';
  if (own.endsWith('/*')) return wanted.startsWith(own.slice(0, -1));
  const [parts, given] = [own.split('/'), wanted.split('/')];
  return (
    parts.length === given.length &&
    parts.every((part, at) => (part.startsWith(':') ? given[at] !== '' : part === given[at]))
  );
}

function paramsOf({ path }: AuthEndpoint, wanted: string): PathParams {
  const given = wanted.split('/');
  const named = path
    .split('/')
    .flatMap((part, at) => (part.startsWith(':') ? [[part.slice(1), given[at] ?? '']] : []));
  return Object.fromEntries(named);
}
