import { afterEach, expect, it, vi } from 'vitest';
import { hasKeptSession, keptSession } from './kept-session.ts';
import { SESSION_KEY } from './session-key.ts';

const tokenWith = (claims: object) => `e30.${btoa(JSON.stringify(claims))}.signature`;
const inSeconds = (seconds: number) => Math.round(Date.now() / 1000) + seconds;

/** As the client of the auth service keeps it. */
const session = {
  access_token: tokenWith({}),
  refresh_token: 'r',
  expires_at: inSeconds(3600),
  user: {
    id: 'u',
    aud: 'authenticated',
    created_at: '2026-11-01T08:00:00Z',
    email: 'mara@example.com',
    app_metadata: { provider: 'email' },
    user_metadata: { full_name: 'Mara' },
  },
};

const keep = (text: string | null) =>
  vi.stubGlobal('localStorage', { getItem: (key: string) => (key === SESSION_KEY ? text : null) });

afterEach(() => vi.unstubAllGlobals());

it('is the session that the client keeps, with what it knows of the user', () => {
  keep(JSON.stringify(session));
  expect(keptSession()).toMatchObject({ access_token: session.access_token, user: session.user });
});

it('is left to the client if its token expires soon, or still needs the second factor', () => {
  keep(JSON.stringify({ ...session, expires_at: inSeconds(80) }));
  expect(keptSession()).toBeNull();
  keep(JSON.stringify({ ...session, access_token: tokenWith({ factor_due: true }) }));
  expect(keptSession()).toBeNull();
  expect(hasKeptSession()).toBe(true);
});

it('is null if there is none, it is unreadable, or storage is forbidden', () => {
  keep(null);
  expect(keptSession()).toBeNull();
  expect(hasKeptSession()).toBe(false);
  for (const text of ['{', '7', JSON.stringify({ ...session, user: {} })]) {
    keep(text);
    expect(keptSession()).toBeNull();
  }
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new DOMException('denied', 'SecurityError');
    },
  });
  expect(keptSession()).toBeNull();
  expect(hasKeptSession()).toBe(false);
});
