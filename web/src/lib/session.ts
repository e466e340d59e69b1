import type { AuthChangeEvent, Session, User } from '@supabase/supabase-js';
import { create } from 'zustand';
import { messages } from '#domain/messages.ts';
import { type Arrival, readArrival } from './arrival.ts';
import { logProblem } from './log.ts';
import { type Profile, profileRow } from './rows.ts';
import { supabase } from './supabase.ts';
import { notify } from './toast.ts';

export interface SessionState {
  user: User | null;
  profile: Profile | null;
  /** The account came without the sign-up form: it has no profile until its owner accepts the terms. */
  profileMissing: boolean;
  /** True until it is known who is here, and, for a user, until the profile was read. */
  isLoading: boolean;
  arrival: Arrival;
  /** The person pressed Sign out: the way leads to the landing page, not to the login form. */
  leftByChoice: boolean;
}

export const useSession = create<SessionState>(() => ({
  user: null,
  profile: null,
  profileMissing: false,
  isLoading: true,
  arrival: { kind: 'plain' },
  leftByChoice: false,
}));

let started = false;
let signingOut = false;

/** Begins to follow the session. Called by every page that depends on it; only the first call does anything. */
export function startSession(): void {
  if (started) return;
  started = true;
  useSession.setState({ arrival: readArrival(location.href) });
  supabase().then(
    ({ auth }) => auth.onAuthStateChange(follow),
    (error: unknown) => {
      started = false;
      logProblem('the session could not be checked', error);
      useSession.setState({ isLoading: false });
    },
  );
}

/**
 * One toast for one act. The login form says its own; here speak a link from a mail, and a sign-out.
 * SIGNED_IN also comes when the tab is looked at again and when another tab signs in: neither is an act of this page.
 */
function follow(event: AuthChangeEvent, session: Session | null): void {
  if (event === 'SIGNED_OUT') return leave();
  const before = useSession.getState();
  if (session === null) return useSession.setState({ isLoading: false });
  useSession.setState({ user: session.user, leftByChoice: false });
  if (before.user?.id === session.user.id) return;
  if (before.arrival.kind === 'signed_in') {
    useSession.setState({ arrival: { kind: 'plain' } });
    // The client has emptied the fragment and left its "#".
    history.replaceState(history.state, '', location.pathname + location.search);
    notify.success(messages.auth.signedIn);
  }
  useSession.setState({ profile: null, profileMissing: false, isLoading: true });
  void refreshProfile();
}

function leave(): void {
  const wasHere = useSession.getState().user !== null;
  useSession.setState({
    user: null,
    profile: null,
    profileMissing: false,
    isLoading: false,
    leftByChoice: signingOut,
  });
  if (signingOut) notify.success(messages.auth.signedOut);
  // Another tab signed out, or the session was ended on the server.
  else if (wasHere) notify.blank('You were signed out. Log in to go on.');
  signingOut = false;
}

/** Reads the profile again. A failure is logged and shown to nobody; what was known stays. */
export async function refreshProfile(): Promise<void> {
  const { user } = useSession.getState();
  if (user === null) return;
  // Someone else may have signed in meanwhile.
  const isStillHere = () => useSession.getState().user?.id === user.id;
  try {
    const client = await supabase();
    const { data, error } = await client.from('profiles').select('*').eq('id', user.id).maybeSingle();
    if (error) throw error;
    const profile = data === null ? null : profileRow.parse(data);
    if (isStillHere()) useSession.setState({ profile, profileMissing: profile === null });
  } catch (error) {
    logProblem(messages.profile.fetchFailed(''), error);
  } finally {
    if (isStillHere()) useSession.setState({ isLoading: false });
  }
}

/** Makes the profile of an account that came another way. Throws what the server answered. */
export async function completeProfile(marketingAccepted: boolean): Promise<void> {
  const client = await supabase();
  const { error } = await client.functions.invoke('ensure-profile', {
    body: { terms_accepted: true, marketing_accepted: marketingAccepted },
  });
  if (error) throw error;
  await refreshProfile();
}

/** Ends this device's session without a word, as a step of something else. */
export async function endSession(): Promise<void> {
  const { auth } = await supabase();
  useSession.setState({ user: null });
  const { error } = await auth.signOut({ scope: 'local' });
  if (error) logProblem('the session could not be ended', error);
}

/** The person pressed Sign out. Only this device is signed out. */
export async function signOut(): Promise<void> {
  signingOut = true;
  const { auth } = await supabase();
  const { error } = await auth.signOut({ scope: 'local' });
  if (!error) return;
  signingOut = false;
  logProblem('the sign-out did not arrive', error);
  notify.error(messages.auth.networkError);
}
