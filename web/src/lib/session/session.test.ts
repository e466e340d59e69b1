import type { AuthChangeEvent } from '@supabase/supabase-js';
import { describe, expect, test, vi } from 'vitest';
import { t } from '#web/texts/later.ts';

type Listener = (event: AuthChangeEvent, session: unknown) => void;

/** The token has no claims unless a test sets them. */
const tokenWith = (claims: object) => `e30.${btoa(JSON.stringify(claims))}.signature`;
const access_token = tokenWith({});

const mara = {
  access_token,
  user: { id: '6f7a3b1c-1111-4222-8333-444455556666', email: 'mara@example.com' },
};
const jo = { access_token, user: { id: '0c2d5e8f-1111-4222-8333-444455556666', email: 'jo@example.com' } };
const profile = {
  id: mara.user.id,
  email: mara.user.email,
  full_name: 'Mara',
  subscription_tier: 'free',
  credits_used: 0,
  credits_limit: 15,
};

/** Fake auth service and profile, controlled by the tests. */
const server = vi.hoisted(() => ({
  tell: (() => {}) as Listener,
  profile: null as unknown,
  /** Runs while the profile is being read. */
  onRead: async () => {},
  signOutError: null as Error | null,
  linkError: null as Error | null,
  /** Credentials used to sign in. */
  shown: [] as unknown[],
}));

vi.mock('../server/supabase.ts', () => ({
  supabase: async () => ({
    auth: {
      onAuthStateChange: (listener: Listener) => {
        server.tell = listener;
      },
      setSession: async (tokens: unknown) => {
        server.shown.push(tokens);
        return { error: server.linkError };
      },
      signOut: async ({ scope }: { scope: 'local' | 'global' }) => {
        // As in the client: `local` signs out at once, other scopes only if the server agreed.
        if (scope === 'local' || !server.signOutError) server.tell('SIGNED_OUT', null);
        return { error: server.signOutError };
      },
    },
    from: () => ({
      select: () => ({
        eq: () => ({
          maybeSingle: async () => {
            const asked = { data: server.profile, error: null };
            await server.onRead();
            return asked;
          },
        }),
      }),
    }),
  }),
}));

const said = vi.hoisted(() => [] as string[]);
vi.mock('../page/toast.ts', () => ({
  notify: {
    success: (text: string) => said.push(text),
    error: (text: string) => said.push(text),
    blank: (text: string) => said.push(text),
    clear: () => void (said.length = 0),
  },
}));

const logged = vi.hoisted(() => [] as string[]);
const forgotten = vi.hoisted(() => ({ times: 0 }));
vi.mock('../device/device-copy.ts', () => ({ forgetLists: async () => void (forgotten.times += 1) }));

vi.mock('../log.ts', () => ({ logProblem: (what: string) => logged.push(what) }));

/** URLs set by history.replaceState. */
const led: string[] = [];

/** Opens a page at `address` with fresh state. */
async function open(address = 'http://localhost:3000/dashboard', linkError: Error | null = null) {
  vi.resetModules();
  said.length = 0;
  logged.length = 0;
  server.profile = profile;
  server.onRead = async () => {};
  server.signOutError = null;
  server.linkError = linkError;
  server.shown = [];
  led.length = 0;
  vi.stubGlobal('location', new URL(address));
  vi.stubGlobal('history', {
    state: null,
    replaceState: (_state: unknown, _title: string, to: string) => led.push(to),
  });
  const session = await import('./session.ts');
  session.startSession();
  await settled();
  return { ...session, state: () => session.useSession.getState() };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('one toast for one act', () => {
  test('a stored session, a return to the tab or a new token shows none', async () => {
    await open();
    server.tell('INITIAL_SESSION', mara);
    server.tell('SIGNED_IN', mara);
    server.tell('TOKEN_REFRESHED', mara);
    server.tell('SIGNED_IN', mara);
    expect(said).toEqual([]);
  });

  test('an emailed link greets once, in whichever order the events arrive', async () => {
    await open('http://localhost:3000/dashboard#access_token=a&refresh_token=b&type=signup');
    server.tell('SIGNED_IN', mara);
    server.tell('INITIAL_SESSION', mara);
    expect(said).toEqual([t('auth.signed_in')]);

    await open('http://localhost:3000/dashboard#access_token=a&refresh_token=b&type=signup');
    server.tell('INITIAL_SESSION', mara);
    server.tell('SIGNED_IN', mara);
    expect(said).toEqual([t('auth.signed_in')]);
  });

  test('a sign-in by the form is greeted by the form', async () => {
    const { state } = await open('http://localhost:3000/login');
    server.tell('INITIAL_SESSION', null);
    server.tell('SIGNED_IN', mara);
    expect(said).toEqual([]);
    expect(state().user?.id).toBe(mara.user.id);
  });

  test('a password reset link does not greet', async () => {
    await open('http://localhost:3000/update-password#access_token=a&refresh_token=b&type=recovery');
    server.tell('PASSWORD_RECOVERY', mara);
    expect(said).toEqual([]);
  });
});

describe('tokens of a link', () => {
  const LINK = 'http://localhost:3000/dashboard?from=mail#access_token=a&refresh_token=b&type=signup';

  test('leave the URL before anything else happens', async () => {
    await open(LINK);
    expect(led).toEqual(['/dashboard?from=mail']);
    expect(server.shown).toEqual([{ access_token: 'a', refresh_token: 'b' }]);
  });

  test('that are refused are not greeted, whoever is signed in', async () => {
    const { state } = await open(LINK, new Error('the token is forged'));
    server.tell('INITIAL_SESSION', jo);
    expect(said).toEqual([]);
    expect(state().user?.id).toBe(jo.user.id);
    expect(led).toEqual(['/dashboard?from=mail']);
  });

  test('return to the URL if the server was unreachable, for a retry', async () => {
    const lost = Object.assign(new Error('fetch failed'), { name: 'AuthRetryableFetchError' });
    const { state } = await open(LINK, lost);
    expect(led).toEqual(['/dashboard?from=mail', LINK]);
    expect(state()).toMatchObject({ isLoading: false, isUnreached: true });
  });

  test('cause no request if the URL has none', async () => {
    await open();
    expect(led).toEqual([]);
    expect(server.shown).toEqual([]);
  });
});

describe('a user with one of two factors', () => {
  const halfway = { ...mara, access_token: tokenWith({ factor_due: true }) };

  test('is not signed in until the second is verified, and then greeted once', async () => {
    const { state, greet } = await open('http://localhost:3000/login');
    server.tell('SIGNED_IN', halfway);
    greet(t('auth.logged_in'));
    expect(state()).toMatchObject({ user: null, halfway: mara.user, isLoading: false });
    server.tell('TOKEN_REFRESHED', halfway);
    expect(said).toEqual([]);

    server.tell('MFA_CHALLENGE_VERIFIED', mara);
    server.tell('TOKEN_REFRESHED', mara);
    expect(state()).toMatchObject({ user: mara.user, halfway: null });
    expect(said).toEqual([t('auth.signed_in')]);
  });

  test('is greeted by an emailed link after the second factor, and not at all by a password reset link', async () => {
    await open('http://localhost:3000/dashboard#access_token=a&refresh_token=b&type=magiclink');
    server.tell('SIGNED_IN', halfway);
    expect(said).toEqual([]);
    server.tell('MFA_CHALLENGE_VERIFIED', mara);
    expect(said).toEqual([t('auth.signed_in')]);

    await open('http://localhost:3000/update-password#access_token=a&refresh_token=b&type=recovery');
    server.tell('PASSWORD_RECOVERY', halfway);
    server.tell('MFA_CHALLENGE_VERIFIED', mara);
    expect(said).toEqual([]);
  });

  test('can leave silently', async () => {
    const { state } = await open();
    server.tell('INITIAL_SESSION', halfway);
    server.tell('SIGNED_OUT', null);
    expect(state()).toMatchObject({ user: null, halfway: null });
    expect(said).toEqual([]);
  });
});

describe('signing out', () => {
  test('by choice shows one toast and leads to the first page', async () => {
    const { signOut, state } = await open();
    server.tell('INITIAL_SESSION', mara);
    await settled();
    await signOut();
    expect(said).toEqual([t('auth.signed_out')]);
    expect(state()).toMatchObject({ user: null, profile: null, isLoading: false, leftByChoice: true });
  });

  test('removes the lists from the device, also from a page that shows none', async () => {
    await open('http://localhost:3000/update-password');
    server.tell('INITIAL_SESSION', mara);
    forgotten.times = 0;
    server.tell('SIGNED_OUT', null);
    await settled();
    expect(forgotten.times).toBe(1);
  });

  test('reported twice leads where it led first and shows one toast', async () => {
    const { signOut, state } = await open();
    server.tell('INITIAL_SESSION', mara);
    await signOut();
    server.tell('SIGNED_OUT', null);
    expect(said).toEqual([t('auth.signed_out')]);
    expect(state()).toMatchObject({ user: null, leftByChoice: true });
  });

  test('elsewhere shows another toast and leads to the login', async () => {
    const { state } = await open();
    server.tell('INITIAL_SESSION', mara);
    server.tell('SIGNED_OUT', null);
    expect(said).toHaveLength(1);
    expect(said).not.toContain(t('auth.signed_out'));
    expect(state()).toMatchObject({ user: null, leftByChoice: false });
  });

  test('of this device needs no server, and clears other toasts', async () => {
    const { signOut, state } = await open();
    server.tell('INITIAL_SESSION', mara);
    said.push('Failed to add task');
    server.signOutError = new Error('fetch failed');
    await signOut();
    expect(said).toEqual([t('auth.signed_out')]);
    expect(state()).toMatchObject({ user: null, leftByChoice: true });
  });

  test('everywhere, if the request fails, keeps the user signed in; the next sign-out is not mistaken for it', async () => {
    const { signOut, state } = await open();
    server.tell('INITIAL_SESSION', mara);
    server.signOutError = new Error('fetch failed');
    await signOut('global');
    expect(said).toEqual([t('auth.network_error')]);
    expect(state().user).not.toBeNull();
    server.tell('SIGNED_OUT', null);
    expect(said).not.toContain(t('auth.signed_out'));
  });
});

describe('the profile', () => {
  test('is read when a user appears; only then has loading ended', async () => {
    const { state } = await open();
    expect(state().isLoading).toBe(true);
    server.tell('INITIAL_SESSION', mara);
    expect(state()).toMatchObject({ isLoading: true, profile: null });
    await settled();
    expect(state()).toMatchObject({ isLoading: false, profile: { credits_limit: 15 } });
  });

  test('that does not exist is requested from the user', async () => {
    const { state } = await open();
    server.profile = null;
    server.tell('INITIAL_SESSION', mara);
    await settled();
    expect(state()).toMatchObject({ profile: null, profileMissing: true, isLoading: false });
  });

  test('that cannot be read is only logged', async () => {
    const { state } = await open();
    server.profile = { id: 1 };
    server.tell('INITIAL_SESSION', mara);
    await settled();
    expect(state()).toMatchObject({ profile: null, profileMissing: false, isLoading: false });
    expect(said).toEqual([]);
    expect(logged).toHaveLength(1);
  });

  test('read before a change does not revert the change', async () => {
    const { state, putProfile, refreshProfile } = await open();
    server.tell('INITIAL_SESSION', mara);
    await settled();
    server.onRead = async () => putProfile({ ...profile, subscription_tier: 'free', full_name: 'Mara Lind' });
    await refreshProfile();
    expect(state()).toMatchObject({ profile: { full_name: 'Mara Lind' }, isLoading: false });
  });

  test('read twice at once is the one requested last', async () => {
    const { state, refreshProfile } = await open();
    let tellFirst = () => {};
    server.onRead = () => new Promise((resolve) => (tellFirst = resolve));
    server.tell('INITIAL_SESSION', mara);
    await settled();
    server.onRead = async () => {};
    server.profile = { ...profile, credits_used: 1 };
    await refreshProfile();
    tellFirst();
    await settled();
    expect(state()).toMatchObject({ profile: { credits_used: 1 }, isLoading: false });
  });

  test('of one user is never shown to the next', async () => {
    const { state } = await open();
    server.tell('INITIAL_SESSION', mara);
    server.tell('SIGNED_IN', jo);
    server.profile = null;
    await settled();
    expect(state().user?.id).toBe(jo.user.id);
    expect(state().profile).toBeNull();
  });
});
