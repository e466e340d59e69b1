import type { AuthChangeEvent, Session, User } from '@supabase/supabase-js';
import { create } from 'zustand';
import { type Profile, profileRow } from '#domain/rows/profile-row.ts';
import { t } from '#web/texts/app.ts';
import { forgetFirstRows } from '../device/first-rows.ts';
import { logProblem } from '../log.ts';
import { notify } from '../page/toast.ts';
import { supabase } from '../server/supabase.ts';
import { openWithTokens } from './link-tokens.ts';
import { type PageEntry, readPageEntry } from './page-entry.ts';
import { isSecondFactorDue } from './second-factor-due.ts';

export interface SessionState {
  user: User | null;
  /**
   * User who has passed one of two factors. For the server nobody is signed in, so `user` is null. The login
   * and new-password pages ask for the other factor.
   */
  halfway: User | null;
  profile: Profile | null;
  /** The account didn't come through the sign-up form and has no profile until its owner accepts the terms. */
  profileMissing: boolean;
  /** True until the user, and their profile, are loaded. */
  isLoading: boolean;
  /** The server couldn't be asked for the session. */
  isUnreached: boolean;
  entry: PageEntry;
  /** The user chose to sign out: go to the landing page, not to the login form. */
  leftByChoice: boolean;
}

export const useSession = create<SessionState>(() => ({
  user: null,
  halfway: null,
  profile: null,
  profileMissing: false,
  isLoading: true,
  isUnreached: false,
  entry: { kind: 'plain' },
  leftByChoice: false,
}));

/** Nobody is signed in. */
const NOBODY = {
  user: null,
  halfway: null,
  profile: null,
  profileMissing: false,
  isLoading: false,
  leftByChoice: false,
} satisfies Partial<SessionState>;

/** Milliseconds to read a toast of two sentences. */
const READ_MS = 10_000;

let started = false;
let signingOut = false;
/** Last user since the page loaded. */
let lastId: string | undefined;
/** Message for the end of a session whose account was deleted. */
let farewell: string | null = null;

/**
 * Starts following the session. Called by every page that depends on it; later calls are no-ops, unless the
 * server was unreachable, which they retry.
 */
export function startSession(): void {
  if (started) return;
  started = true;
  const entry = readPageEntry(location.href);
  useSession.setState({ entry, isLoading: true, isUnreached: false });
  // Otherwise a reload would report it again.
  if (entry.kind === 'failed') history.replaceState(history.state, '', location.pathname);
  if (entry.kind === 'half_changed') {
    history.replaceState(history.state, '', location.pathname + location.search);
    notify.blank(t('auth.link.half_changed'), { duration: READ_MS });
  }
  openWithTokens().then(
    ({ server, failed }) => {
      if (failed) useSession.setState({ entry: { kind: 'plain' } });
      server.auth.onAuthStateChange(follow);
    },
    (error: unknown) => {
      started = false;
      logProblem('the session could not be checked', error);
      useSession.setState({ isLoading: false, isUnreached: true });
    },
  );
}

/**
 * Shows one toast per act. Covers links from emails and sign-outs; the login form shows its own. SIGNED_IN also
 * fires on a return to the tab and on a sign-in in another tab, which aren't acts of this page.
 */
function follow(event: AuthChangeEvent, session: Session | null): void {
  if (event === 'SIGNED_OUT') return leave();
  const before = useSession.getState();
  if (session === null) return useSession.setState({ isLoading: false });
  if (isSecondFactorDue(session)) return useSession.setState({ ...NOBODY, halfway: session.user });
  useSession.setState({ user: session.user, halfway: null, leftByChoice: false });
  if (before.user?.id === session.user.id) return;
  if (before.entry.kind === 'signed_in') {
    useSession.setState({ entry: { kind: 'plain' } });
    notify.success(t('auth.signed_in'));
  } else if (before.halfway !== null && before.entry.kind !== 'recovery') {
    notify.success(t('auth.signed_in'));
  }
  // Toasts of the previous user.
  if (lastId !== undefined && lastId !== session.user.id) notify.clear();
  lastId = session.user.id;
  useSession.setState({ profile: null, profileMissing: false, isLoading: true });
  void refreshProfile();
}

/** Greets after a sign-in form, unless a second factor is due, which greets later. */
export function greet(text: string): void {
  if (useSession.getState().halfway === null) notify.success(text);
}

function leave(): void {
  forgetFirstRows();
  const before = useSession.getState();
  const wasHere = before.user !== null;
  useSession.setState({
    ...NOBODY,
    // May be reported twice: by the user's act, and by the connection that the server closes with the session.
    leftByChoice: signingOut || farewell !== null || (!wasHere && before.leftByChoice),
  });
  // Also on pages without a list, as after setting a new password.
  void import('../device/device-copy.ts').then(
    ({ forgetLists }) => forgetLists(),
    (error: unknown) => logProblem('the copy on this device was not removed', error),
  );
  const isFarewell = farewell !== null && wasHere;
  if (signingOut || isFarewell) notify.clear();
  if (isFarewell) notify.success(farewell ?? '');
  else if (signingOut) notify.success(t('auth.signed_out'));
  // Another tab signed out, or the server ended the session.
  else if (wasHere) notify.blank(t('shell.signed_out'));
  signingOut = false;
}

/** Counts profile writes and reads, so that a late read can't overwrite a newer value. */
let profileTurn = 0;

/** Stores the profile that the server has just returned. */
export function putProfile(profile: Profile): void {
  profileTurn += 1;
  useSession.setState({ profile, profileMissing: false, isLoading: false });
}

/** Reads the profile again. A failure is only logged, and the known profile stays. */
export async function refreshProfile(): Promise<void> {
  const { user } = useSession.getState();
  if (user === null) return;
  const turn = ++profileTurn;
  // False once another user signed in or a newer profile arrived.
  const holds = () => useSession.getState().user?.id === user.id && turn === profileTurn;
  try {
    const client = await supabase();
    const { data, error } = await client.from('profiles').select('*').eq('id', user.id).maybeSingle();
    if (error) throw error;
    const profile = data === null ? null : profileRow.parse(data);
    if (holds()) useSession.setState({ profile, profileMissing: profile === null });
  } catch (error) {
    logProblem('Error fetching profile', error);
  } finally {
    if (holds()) useSession.setState({ isLoading: false });
  }
}

/** Creates the profile of an account that came another way. Throws the server's error. */
export async function completeProfile(marketingAccepted: boolean): Promise<void> {
  const client = await supabase();
  const { error } = await client.functions.invoke('ensure-profile', {
    body: { terms_accepted: true, marketing_accepted: marketingAccepted },
  });
  if (error) throw error;
  await refreshProfile();
}

/** Ends this device's session silently, as part of another flow. */
export async function endSession(): Promise<void> {
  const { auth } = await supabase();
  useSession.setState({ user: null, halfway: null });
  const { error } = await auth.signOut({ scope: 'local' });
  if (error) logProblem('the session could not be ended', error);
}

/**
 * Deletes the account by `act`, and says so. The server ends the session with it, which this page may learn
 * before `act` resolves, so the sign-out is expected. If `act` throws, rethrows and keeps the session.
 */
export async function leaveAfter(act: () => Promise<unknown>, text: string): Promise<void> {
  farewell = text;
  try {
    await act();
    // The server has dropped the session; this clears the client's.
    await (await supabase()).auth.signOut({ scope: 'local' });
  } finally {
    farewell = null;
  }
}

/** Signs out of this device only (local), or everywhere (global). */
export async function signOut(scope: 'local' | 'global' = 'local'): Promise<void> {
  signingOut = true;
  const { auth } = await supabase();
  const { error } = await auth.signOut({ scope });
  if (!error) return;
  signingOut = false;
  logProblem('the sign-out did not arrive', error);
  // This device's session ended even though the request failed.
  if (useSession.getState().user === null) return;
  notify.error(t('auth.network_error'));
}
