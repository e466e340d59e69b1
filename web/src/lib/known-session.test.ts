import { beforeEach, expect, it, vi } from 'vitest';
import { knownSession } from './known-session.ts';
import { SESSION_KEY } from './session-key.ts';

let kept: Map<string, string>;
const keep = (session: object) => kept.set(SESSION_KEY, JSON.stringify(session));
const inSeconds = (seconds: number) => Math.round(Date.now() / 1000) + seconds;
const session = {
  access_token: 'header.payload.signature',
  refresh_token: 'r',
  expires_at: inSeconds(3600),
  user: { id: '6f7a3b1c-1111-4222-8333-444455556666', email: 'mara@example.com' },
};

beforeEach(() => {
  kept = new Map();
  vi.stubGlobal('localStorage', { getItem: (key: string) => kept.get(key) ?? null });
});

it('is what the client has kept, whole', () => {
  keep(session);
  expect(knownSession()).toEqual(session);
});

it('is nobody where nothing is kept, or nothing that can be read', () => {
  expect(knownSession()).toBeNull();
  kept.set(SESSION_KEY, '{"access_token":');
  expect(knownSession()).toBeNull();
  keep({ ...session, user: null });
  expect(knownSession()).toBeNull();
});

it('is nobody where the client has to renew it before it says who is here', () => {
  keep({ ...session, expires_at: inSeconds(60) });
  expect(knownSession()).toBeNull();
  keep({ ...session, expires_at: inSeconds(-60) });
  expect(knownSession()).toBeNull();
});
