import { parseAccept } from './parse/parse-accept.ts';
import { parsePrefer } from './parse/parse-prefer.ts';
import { parseTarget } from './parse/parse-target.ts';
import { unknownSchema } from './respond/request-errors.ts';
import type { Asked } from './rest-request.ts';
import type { RestSettings } from './rest-settings.ts';
import type { Loaded } from './schema/schema-cache.ts';

/** The web app asks for some fifty different lists; the rest is for filters and pages. */
const MAX_REMEMBERED = 500;
/** Characters of method, address and headers. */
const MAX_LENGTH = 4_000;

export interface AskedOptions extends Pick<RestSettings, 'schemas' | 'txEnd' | 'plans'> {
  /** The path of all addresses. */
  readonly base: string;
  readonly maxRows: number;
}

/**
 * Reads method, address and headers of requests. Remembers those of the latest lists, and with them what is planned for
 * them, until the catalogue changes.
 */
export function createAskedReader(options: AskedOptions): (request: Request, loaded: Loaded) => Asked {
  const remembered = new WeakMap<Loaded, Map<string, Asked>>();
  return (request, loaded) => {
    const key = keyOf(request);
    if (key === null) return readAsked(request, loaded, options);
    const known = remembered.get(loaded) ?? new Map<string, Asked>();
    remembered.set(loaded, known);
    const asked = known.get(key) ?? readAsked(request, loaded, options);
    // In the order of use.
    known.delete(key);
    known.set(key, asked);
    const [oldest] = known.keys();
    if (known.size > MAX_REMEMBERED && oldest !== undefined) known.delete(oldest);
    return asked;
  };
}

/** All that `readAsked` reads of a request. Null: not remembered. */
function keyOf({ method, url, headers }: Request): string | null {
  if (method !== 'GET' && method !== 'HEAD') return null;
  const read = ['accept', 'accept-profile', 'prefer', 'range'].map((name) => headers.get(name));
  // A header can't hold a line break, and an empty one isn't the same as none.
  const key = [method, url, ...read.map((value) => (value === null ? '' : `=${value}`))].join('\n');
  return key.length > MAX_LENGTH ? null : key;
}

function readAsked(
  { method, url: address, headers }: Request,
  { schemas: known, facts }: Loaded,
  { base, schemas, txEnd, plans, maxRows }: AskedOptions,
): Asked {
  const url = new URL(address);
  const path = url.pathname.slice(base.length);
  const isRead = method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
  const name = headers.get(isRead ? 'accept-profile' : 'content-profile') ?? schemas[0] ?? '';
  const target = parseTarget(method, path);
  const schema = known.get(name);
  if (schema === undefined) throw unknownSchema(schemas);
  const preferences = parsePrefer(headers.get('prefer'), txEnd);
  return {
    url,
    path,
    target,
    schema,
    facts: facts.get(name) ?? new Map(),
    preferences,
    media: parseAccept(headers.get('accept'), { plans }),
    range: method === 'GET' ? headers.get('range') : null,
    maxRows,
    rollsBack: preferences.tx === null ? txEnd.startsWith('rollback') : preferences.tx === 'rollback',
  };
}
