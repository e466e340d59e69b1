import type { Provider, User, UserIdentity } from '@supabase/supabase-js';
import { type Outcome, refused } from './outcome.ts';

/** Another service that signs the person in. */
export interface LinkedIdentity {
  readonly provider: string;
  /** What it calls them, where it says so. */
  readonly label: string | null;
  readonly identity: UserIdentity;
}

/** The address of the account is a way in of its own, and no service. */
export function linkedIdentities({ identities = [] }: Pick<User, 'identities'>): LinkedIdentity[] {
  return identities
    .filter(({ provider }) => provider !== 'email' && provider !== 'phone')
    .map((identity) => {
      const { email, name } = identity.identity_data ?? {};
      const label: unknown = email ?? name;
      return { provider: identity.provider, label: typeof label === 'string' ? label : null, identity };
    });
}

/** Leaves for the service, which sends the browser back here. */
export function linkIdentity(provider: string): Promise<Outcome<unknown>> {
  return refused(({ auth }) =>
    auth.linkIdentity({
      // An operator may configure services that the client has no name for.
      provider: provider as Provider,
      options: { redirectTo: `${location.origin}/settings` },
    }),
  );
}

export function unlinkIdentity(identity: UserIdentity): Promise<Outcome<unknown>> {
  return refused(async ({ auth }) => {
    const { error } = await auth.unlinkIdentity(identity);
    if (!error) await auth.refreshSession();
    return error ? { data: null, error } : { data: true, error: null };
  });
}
