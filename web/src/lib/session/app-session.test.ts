import type { AuthChangeEvent } from '@supabase/supabase-js';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { t } from '#web/texts/app.ts';

type Listener = (event: AuthChangeEvent, session: unknown) => void;

/** Fake auth service and data API, controlled by the tests. */
const server = vi.hoisted(() => ({
  /** Code and configuration of the data API's client. */
  parts: Promise.resolve(),
  /** What was done once the client of the auth service is there. */
  waiting: [] as ((auth: unknown) => void)[],
  tell: (() => undefined) as Listener,
  opened: vi.fn<() => void>(),
}));
const auth = {
  onAuthStateChange: (listener: Listener) => void (server.tell = listener),
  setSession: async () => ({ error: null }),
};
vi.mock('../clients/auth-client.ts', () => ({
  authClient: async () => auth,
  onAuthClient: (act: (auth: unknown) => void) => server.waiting.push(act),
}));
vi.mock('../server/supabase.ts', () => {
  const row = {
    data: { ...mara, subscription_tier: 'free', credits_used: 0, credits_limit: 15 },
    error: null,
  };
  const found = { select: () => ({ eq: () => ({ maybeSingle: async () => row }) }) };
  return {
    dataApi: () => server.parts.then(() => ({ from: () => found })),
    supabase: async () => {
      server.opened();
      return { from: () => found, auth };
    },
  };
});
const said = vi.hoisted(() => [] as string[]);
vi.mock('../page/toast.ts', () => ({
  notify: {
    success: (text: string) => said.push(text),
    blank: (text: string) => said.push(text),
    clear: () => undefined,
  },
}));
vi.mock('../device/device-copy.ts', () => ({ forgetLists: async () => undefined }));
vi.mock('../log.ts', () => ({ logProblem: () => undefined }));

const mara = vi.hoisted(() => ({
  id: '6f7a3b1c-1111-4222-8333-444455556666',
  email: 'mara@example.com',
  full_name: 'Mara',
}));
const user = { ...mara, aud: 'a', created_at: 'then', app_metadata: {}, user_metadata: {} };
const session = {
  access_token: `e30.${btoa('{}')}.signature`,
  expires_at: Date.now() / 1000 + 3600,
  user,
};
const keep = (kept: object | null) =>
  vi.stubGlobal('localStorage', { getItem: () => kept && JSON.stringify(kept), removeItem: () => undefined });
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

/** Opens a page of the app at `address`. */
async function open(address = 'http://localhost:3000/dashboard') {
  vi.resetModules();
  vi.stubGlobal('location', new URL(address));
  vi.stubGlobal('history', { state: null, replaceState: () => undefined });
  const { startAppSession, useSession } = await import('./session.ts');
  startAppSession();
  await settled();
  return () => useSession.getState();
}

beforeEach(() => {
  Object.assign(server, { parts: Promise.resolve(), waiting: [] });
  server.opened.mockClear();
  said.length = 0;
  keep(session);
});
afterEach(() => void vi.unstubAllGlobals());

it('enters with the session that this device keeps, before the client has looked at it', async () => {
  const state = await open();
  expect(state()).toMatchObject({ user: { id: mara.id }, profile: { full_name: 'Mara' }, isLoading: false });
  expect(server.opened).not.toHaveBeenCalled();
  for (const act of server.waiting) act(auth);
  server.tell('INITIAL_SESSION', session);
  expect(state()).toMatchObject({ user: { id: mara.id }, profile: { full_name: 'Mara' }, isLoading: false });
  expect(said).toEqual([]);
});

it('knows nobody while the server gives no configuration, and says when it is out of reach', async () => {
  let refuse = (_error: Error): void => undefined;
  server.parts = new Promise((_resolve, reject) => (refuse = reject));
  const state = await open();
  expect(state()).toMatchObject({ user: null, isLoading: true });
  refuse(new Error('not reached'));
  await settled();
  expect(state()).toMatchObject({ user: null, isLoading: false, isUnreached: true });
});

it('forgets a session that ends while the configuration is awaited', async () => {
  let answer = (): void => undefined;
  server.parts = new Promise((resolve) => (answer = resolve));
  const state = await open();
  keep(null);
  answer();
  await settled();
  expect(state().user).toBeNull();
  expect(server.opened).toHaveBeenCalled();
});

it('signs out if another tab has done so before the client was there', async () => {
  const state = await open();
  for (const act of server.waiting) act(auth);
  keep(null);
  server.tell('INITIAL_SESSION', null);
  expect(state().user).toBeNull();
  expect(said).toEqual([t('shell.signed_out')]);
});

it('stays if the client could not reach the server', async () => {
  const state = await open();
  for (const act of server.waiting) act(auth);
  server.tell('INITIAL_SESSION', null);
  expect(state().user?.id).toBe(mara.id);
});

it.each([
  ['the tokens of a link', session, '#access_token=a&refresh_token=b&type=signup'],
  ['a token that expires soon', { ...session, expires_at: Date.now() / 1000 + 60 }, ''],
])('leaves %s to the client', async (_what, kept, hash) => {
  keep(kept);
  const state = await open(`http://localhost:3000/dashboard${hash}`);
  expect(server.opened).toHaveBeenCalled();
  expect(state()).toMatchObject({ user: null, isLoading: true });
});
