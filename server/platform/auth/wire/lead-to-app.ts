import type { AuthError } from './auth-error.ts';
import type { SessionAnswer } from './session-answer.ts';

/** OAuth's words, by status. */
const ERROR_WORDS: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  422: 'invalid_request',
  429: 'temporarily_unavailable',
  503: 'temporarily_unavailable',
};

/** The app's address with a session behind `#`, where no server on the way sees it. */
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

/** The app's address with the reason why there is no session. Clients that exchange codes look into the query. */
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

/** The address holds tokens: it must not be kept, nor told to the pages that follow. */
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
