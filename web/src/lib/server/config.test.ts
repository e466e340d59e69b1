import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const CONFIG = {
  anonKey: 'key',
  brand: { name: 'Errand', socialLinks: [], testimonials: true },
  ai: { demo: true, findsLocalModels: false, checksModels: false, tools: ['answer'], vision: false },
  mailbox: true,
  mails: true,
  texts: 'none',
  signUp: true,
  signIn: { providers: [], organisations: false },
  captcha: null,
  payments: false,
  testPayments: false,
  catalogue: null,
  redeem: false,
  redeemFormUrl: null,
  policyEmbedUrl: null,
  production: false,
  demoVideoUrl: null,
  affiliateUrl: null,
  analyticsHost: null,
};

vi.mock('../log.ts', () => ({ logProblem: vi.fn() }));
const ask = vi.fn<() => Promise<Response>>();
const GONE = new TypeError('fetch failed');

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  ask.mockReset().mockImplementation(async () => Response.json(CONFIG));
  vi.stubGlobal('fetch', ask);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('retries with growing delays while the server restarts', async () => {
  ask.mockRejectedValueOnce(GONE).mockResolvedValueOnce(new Response('', { status: 503 }));
  const { loadConfig, useConfigState } = await import('./config.ts');
  const loaded = loadConfig();
  await vi.advanceTimersByTimeAsync(500);
  expect(ask).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(999);
  expect(ask).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(1);
  expect((await loaded).anonKey).toBe('key');
  expect(useConfigState.getState()).toMatchObject({ config: { anonKey: 'key' }, hasFailed: false });
});

test('gives up on a server that stays away, and retries on the next call', async () => {
  ask.mockRejectedValue(GONE);
  const { knownConfig, loadConfig, useConfigState } = await import('./config.ts');
  const refused = expect(loadConfig()).rejects.toThrow('fetch failed');
  expect(useConfigState.getState().hasFailed).toBe(false);
  await vi.runAllTimersAsync();
  await refused;
  expect(ask).toHaveBeenCalledTimes(5);
  expect(useConfigState.getState()).toEqual({ config: null, hasFailed: true });

  ask.mockImplementation(async () => Response.json(CONFIG));
  const again = loadConfig();
  expect(useConfigState.getState().hasFailed).toBe(false);
  await again;
  expect(knownConfig()?.anonKey).toBe('key');
});
