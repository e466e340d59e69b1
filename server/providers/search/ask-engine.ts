import { timeoutSignal } from '#server/lib/timeout-signal.ts';
import { readRetryAfter } from '../text-model/retry-after.ts';
import { SearchError } from './search.ts';

export interface EngineRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON; unset for a GET. */
  readonly body?: object;
  readonly signal: AbortSignal;
}

const LIMIT_MS = 15_000;
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * Requests JSON from the configured search engine. Follows no redirects, so that its key goes nowhere else. Throws
 * SearchError.
 */
export async function askEngine({ url, headers, body, signal }: EngineRequest): Promise<unknown> {
  const response = await send({
    url,
    headers,
    ...(body && { body }),
    signal: AbortSignal.any([signal, timeoutSignal(LIMIT_MS)]),
  }).catch((error: unknown) => {
    if (signal.aborted) throw new SearchError('aborted', 'the search was cancelled', { retryable: false });
    throw new SearchError('upstream', `no answer from ${url.host}`, { retryable: true, cause: error });
  });
  if (response.status !== 200) throw toError(response, url);
  return parse(response.text, url);
}

interface EngineAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

async function send({ url, headers, body, signal }: EngineRequest): Promise<EngineAnswer> {
  const response = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
    redirect: 'error',
    signal,
  });
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > MAX_BYTES) throw new Error('the answer is too large');
    parts.push(part);
  }
  return { status: response.status, headers: response.headers, text: Buffer.concat(parts).toString('utf8') };
}

function toError({ status, headers }: EngineAnswer, { host }: URL): SearchError {
  const retryAfter = readRetryAfter(headers.get('retry-after'), new Date());
  const [kind, retryable] = kindOf(status);
  return new SearchError(kind, `${host} answers a search with ${status}`, {
    retryable,
    status,
    ...(retryAfter !== null && { retryAfter }),
  });
}

/** SearXNG's 403 and Brave's 422 are the operator's to fix as well: JSON is disabled there, or the key is wrong. */
function kindOf(status: number): [kind: SearchError['kind'], retryable: boolean] {
  if (status === 429) return ['rate', true];
  if (status === 402) return ['payment', false];
  if (status === 401 || status === 403 || status === 422) return ['auth', false];
  return status >= 500 || status === 408 ? ['upstream', true] : ['request', false];
}

function parse(text: string, { host }: URL): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message would quote the response.
    throw new SearchError('protocol', `${host} answers a search with something that is no JSON`, {
      retryable: true,
    });
  }
}
