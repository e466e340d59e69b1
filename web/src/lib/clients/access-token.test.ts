import { beforeEach, expect, it, vi } from 'vitest';

const far = vi.hoisted(() => ({ kept: null as object | null, created: 0, token: 'refreshed' }));
vi.mock('../session/kept-session.ts', () => ({ keptSession: () => far.kept }));
vi.mock('../server/config.ts', () => ({ loadConfig: async () => ({ anonKey: 'anon' }) }));
vi.mock('@supabase/auth-js', () => ({
  GoTrueClient: class {
    constructor() {
      far.created += 1;
    }
    getSession = async () => ({ data: { session: { access_token: far.token } } });
  },
}));

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('location', new URL('http://errand.test/'));
  far.created = 0;
  return () => vi.unstubAllGlobals();
});

it('is the kept one, without loading the client', async () => {
  far.kept = { access_token: 'kept' };
  const { accessToken, onAuthClient } = await import('./auth-client.ts');
  const loaded = vi.fn<() => void>();
  onAuthClient(loaded);
  expect(await accessToken()).toBe('kept');
  expect(far.created).toBe(0);
  expect(loaded).not.toHaveBeenCalled();
});

it('is asked of the client if none is kept that can be used', async () => {
  far.kept = null;
  const { accessToken, onAuthClient } = await import('./auth-client.ts');
  const loaded = vi.fn<() => void>();
  onAuthClient(loaded);
  expect(await accessToken()).toBe('refreshed');
  expect(loaded).toHaveBeenCalledOnce();
});

it("is the client's once that is there, which knows of what other tabs did", async () => {
  far.kept = { access_token: 'kept' };
  const { accessToken, authClient } = await import('./auth-client.ts');
  await Promise.all([authClient(), authClient()]);
  expect(await accessToken()).toBe('refreshed');
  expect(far.created).toBe(1);
});
