import type { AuthChangeEvent } from '@supabase/supabase-js';
import { describe, expect, test, vi } from 'vitest';
import { t } from '#web/texts/app.ts';

type Listener = (event: AuthChangeEvent, session: unknown) => void;

/** A token says nothing here, unless a test says what. */
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

/** The far side: an auth service that says what the test tells it to, and a profile to read. */
const server = vi.hoisted(() => ({
  tell: (() => {}) as Listener,
  profile: null as unknown,
  /** What happens while the profile is read. */
  onRead: async () => {},
  signOutError: null as Error | null,
  linkError: null as Error | null,
  /** What was signed in with. */
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
        // As the client does it: this device first, everywhere only once the server has agreed.
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

/** Where the address bar was led since. */
const led: string[] = [];

/** A page is opened at `address`; everything begins anew. */
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
  test('a stored session says nothing, nor does a look at the tab or a new token', async () => {
    await open();
    server.tell('INITIAL_SESSION', mara);
    server.tell('SIGNED_IN', mara);
    server.tell('TOKEN_REFRESHED', mara);
    server.tell('SIGNED_IN', mara);
    expect(said).toEqual([]);
  });

  test('a mail’s link greets once, in whichever order the events come', async () => {
    await open('http://localhost:3000/dashboard#access_token=a&refresh_token=b&type=signup');
    server.tell('SIGNED_IN', mara);
    server.tell('INITIAL_SESSION', mara);
    expect(said).toEqual([t('auth.signed_in')]);

    await open('http://localhost:3000/dashboard#access_token=a&refresh_token=b&type=signup');
    server.tell('INITIAL_SESSION', mara);
    server.tell('SIGNED_IN', mara);
    expect(said).toEqual([t('auth.signed_in')]);
  });

  test('a sign-in by the form is left to the form', async () => {
    const { state } = await open('http://localhost:3000/login');
    server.tell('INITIAL_SESSION', null);
    server.tell('SIGNED_IN', mara);
    expect(said).toEqual([]);
    expect(state().user?.id).toBe(mara.user.id);
  });

  test('the link of a password mail does not greet', async () => {
    await open('http://localhost:3000/update-password#access_token=a&refresh_token=b&type=recovery');
    server.tell('PASSWORD_RECOVERY', mara);
    expect(said).toEqual([]);
  });
});

describe('the tokens of a link', () => {
  const LINK = 'http://localhost:3000/dashboard?from=mail#access_token=a&refresh_token=b&type=signup';

  test('leave the address before anything else is done with them', async () => {
    await open(LINK);
    expect(led).toEqual(['/dashboard?from=mail']);
    expect(server.shown).toEqual([{ access_token: 'a', refresh_token: 'b' }]);
  });

  test('that are refused are not greeted, whoever is here already', async () => {
    const { state } = await open(LINK, new Error('the token is forged'));
    server.tell('INITIAL_SESSION', jo);
    expect(said).toEqual([]);
    expect(state().user?.id).toBe(jo.user.id);
    expect(led).toEqual(['/dashboard?from=mail']);
  });

  test('are back in the address where the server could not be reached, for another try', async () => {
    const lost = Object.assign(new Error('fetch failed'), { name: 'AuthRetryableFetchError' });
    const { state } = await open(LINK, lost);
    expect(led).toEqual(['/dashboard?from=mail', LINK]);
    expect(state()).toMatchObject({ isLoading: false, isUnreached: true });
  });

  test('are asked for nothing where an address has none', async () => {
    await open();
    expect(led).toEqual([]);
    expect(server.shown).toEqual([]);
  });
});

describe('somebody who has shown one of two factors', () => {
  const halfway = { ...mara, access_token: tokenWith({ factor_due: true }) };

  test('is not here until the other one is shown; then they are greeted, once', async () => {
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

  test('is greeted by a mail’s link after the second one, and by the link of a password mail not at all', async () => {
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

  test('can leave without a word', async () => {
    const { state } = await open();
    server.tell('INITIAL_SESSION', halfway);
    server.tell('SIGNED_OUT', null);
    expect(state()).toMatchObject({ user: null, halfway: null });
    expect(said).toEqual([]);
  });
});

describe('leaving', () => {
  test('by choice: said once, and the way leads to the first page', async () => {
    const { signOut, state } = await open();
    server.tell('INITIAL_SESSION', mara);
    await settled();
    await signOut();
    expect(said).toEqual([t('auth.signed_out')]);
    expect(state()).toMatchObject({ user: null, profile: null, isLoading: false, leftByChoice: true });
  });

  test('takes the list off the device, also from a page that shows none', async () => {
    await open('http://localhost:3000/update-password');
    server.tell('INITIAL_SESSION', mara);
    forgotten.times = 0;
    server.tell('SIGNED_OUT', null);
    await settled();
    expect(forgotten.times).toBe(1);
  });

  test('told twice leads where it led the first time, and says it once', async () => {
    const { signOut, state } = await open();
    server.tell('INITIAL_SESSION', mara);
    await signOut();
    server.tell('SIGNED_OUT', null);
    expect(said).toEqual([t('auth.signed_out')]);
    expect(state()).toMatchObject({ user: null, leftByChoice: true });
  });

  test('ended elsewhere: other words, and the way leads to the login', async () => {
    const { state } = await open();
    server.tell('INITIAL_SESSION', mara);
    server.tell('SIGNED_OUT', null);
    expect(said).toHaveLength(1);
    expect(said).not.toContain(t('auth.signed_out'));
    expect(state()).toMatchObject({ user: null, leftByChoice: false });
  });

  test('of this device needs no server, and takes the words of other acts away', async () => {
    const { signOut, state } = await open();
    server.tell('INITIAL_SESSION', mara);
    said.push('Failed to add task');
    server.signOutError = new Error('fetch failed');
    await signOut();
    expect(said).toEqual([t('auth.signed_out')]);
    expect(state()).toMatchObject({ user: null, leftByChoice: true });
  });

  test('everywhere, when that does not arrive, keeps the person signed in; the next end is not taken for it', async () => {
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

  test('that does not exist is asked for, not invented', async () => {
    const { state } = await open();
    server.profile = null;
    server.tell('INITIAL_SESSION', mara);
    await settled();
    expect(state()).toMatchObject({ profile: null, profileMissing: true, isLoading: false });
  });

  test('that cannot be read is nobody’s concern but the log’s', async () => {
    const { state } = await open();
    server.profile = { id: 1 };
    server.tell('INITIAL_SESSION', mara);
    await settled();
    expect(state()).toMatchObject({ profile: null, profileMissing: false, isLoading: false });
    expect(said).toEqual([]);
    expect(logged).toHaveLength(1);
  });

  test('that was read before it was changed does not take the change back', async () => {
    const { state, putProfile, refreshProfile } = await open();
    server.tell('INITIAL_SESSION', mara);
    await settled();
    server.onRead = async () => putProfile({ ...profile, subscription_tier: 'free', full_name: 'Mara Lind' });
    await refreshProfile();
    expect(state()).toMatchObject({ profile: { full_name: 'Mara Lind' }, isLoading: false });
  });

  test('that is read twice at once is the one that was asked for last', async () => {
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
