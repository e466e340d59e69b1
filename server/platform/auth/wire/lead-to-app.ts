import type { AuthError } from './auth-error.ts';
import type { SessionAnswer } from './session-answer.ts';

/** OAuth error codes by status. */
const ERROR_WORDS: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  422: 'invalid_request',
  429: 'temporarily_unavailable',
  503: 'temporarily_unavailable',
};

/** Adds a session to the app's URL, in the fragment, which isn't sent to servers. */
export function withSession(target: string, answer: SessionAnswer, more: Record<string, string>): URL {
  return withFragment(target, {
    access_token: answer.access_token,
    expires_at: String(answer.expires_at),
    expires_in: String(answer.expires_in),
    refresh_token: answer.refresh_token,
    sb: '',
    token_type: 'bearer',
    ...more,
  });
}

/** Adds an error to the app's URL. Clients that exchange codes read it from the query. */
export function withFailure(target: string, error: AuthError, { inQuery }: { inQuery: boolean }): URL {
  const facts = {
    error: ERROR_WORDS[error.status] ?? 'server_error',
    error_code: error.code,
    error_description: error.message,
  };
  return withFragment(inQuery ? withQuery(target, facts).href : target, { ...facts, sb: '' });
}

export function withQuery(target: string, facts: Record<string, string>): URL {
  const url = new URL(target);
  for (const [name, value] of Object.entries(facts)) url.searchParams.set(name, value);
  return url;
}

export function withFragment(target: string, facts: Record<string, string>): URL {
  const url = new URL(target);
  url.hash = new URLSearchParams(facts).toString();
  return url;
}

/** Redirects. The URL contains tokens, so it must not be cached or sent as referrer. */
export function leadTo(url: URL, headers: Record<string, string> = {}): Response {
  return new Response(null, {
    status: 303,
    headers: {
      Location: url.href,
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      ...headers,
    },
  });
}
