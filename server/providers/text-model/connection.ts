import { TextModelError } from './text-model.ts';

export interface ConnectionOptions {
  /** Including `/v1`, without the path of a call. */
  readonly baseUrl: string;
  readonly apiKey?: string;
  readonly extraHeaders?: Readonly<Record<string, string>>;
  readonly fetch?: typeof fetch;
}

export interface ConnectionRequest {
  readonly body?: unknown;
  readonly form?: FormData | undefined;
  readonly signal: AbortSignal;
  /** Resolves the path against the server root, without the base's `/v1`: for calls outside the protocol. */
  readonly atRoot?: boolean;
}

/** Sends requests to one configured server. The key goes nowhere else: no redirects, no other URLs. */
export interface Connection {
  readonly baseUrl: URL;
  readonly key: string | null;
  /** Throws TextModelError if there is no response; an error status is returned. */
  send(path: string, request: ConnectionRequest): Promise<Response>;
}

export function createConnection(options: ConnectionOptions): Connection {
  const baseUrl = readBaseUrl(options.baseUrl);
  const headers = readHeaders(options);
  const send = options.fetch ?? fetch;
  return {
    baseUrl,
    key: options.apiKey ?? null,
    async send(path, { body, form, signal, atRoot = false }) {
      const base = baseUrl.pathname.replace(/\/+$/, '');
      try {
        return await send(baseUrl.origin + (atRoot ? base.replace(/\/v\d+$/, '') : base) + path, {
          method: body === undefined && form === undefined ? 'GET' : 'POST',
          headers: form ? withoutType(headers) : headers,
          signal,
          redirect: 'error',
          ...(body !== undefined && { body: JSON.stringify(body) }),
          ...(form && { body: form }),
        });
      } catch (error) {
        throw toConnectionError(error, baseUrl);
      }
    },
  };
}

function readBaseUrl(text: string): URL {
  if (!URL.canParse(text)) throw new TypeError(`not an address: ${text}`);
  const url = new URL(text);
  if (!['http:', 'https:'].includes(url.protocol))
    throw new TypeError(`neither http nor https: ${url.protocol}`);
  if (url.username || url.password)
    throw new TypeError('the address of the provider must not hold a password');
  if (url.search || url.hash) throw new TypeError('the address of the provider must end with its path');
  return url;
}

/** Built once with its own check: the platform's error for an invalid header would quote the key. */
function readHeaders({ apiKey, extraHeaders }: ConnectionOptions): Headers {
  if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new TypeError('the key of the provider holds spaces or characters that a header cannot carry');
  }
  return new Headers({
    ...extraHeaders,
    'content-type': 'application/json',
    accept: 'text/event-stream, application/json',
    ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
  });
}

/** Removes the content type: FormData sets its own, with the boundary. */
function withoutType(headers: Headers): Headers {
  const rest = new Headers(headers);
  rest.delete('content-type');
  return rest;
}

function toConnectionError(error: unknown, baseUrl: URL): TextModelError {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : undefined;
  if (cause?.message === 'unexpected redirect') {
    return new TextModelError('request', `${baseUrl.host} redirects: configure the address it redirects to`, {
      retryable: false,
    });
  }
  const code = cause && 'code' in cause ? ` (${String(cause.code)})` : '';
  return new TextModelError('upstream', `no answer from ${baseUrl.host}${code}`, {
    retryable: true,
    cause: error,
  });
}
