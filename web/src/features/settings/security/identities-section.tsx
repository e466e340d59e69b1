import type { Provider, User, UserIdentity } from '@supabase/supabase-js';
import { useQueryClient } from '@tanstack/react-query';
import LogIn from 'lucide-react/icons/log-in';
import { useEffect, useState } from 'react';
import { providerName } from '#web/lib/format/provider-name.ts';
import { LoadedDialog } from '#web/lib/page/loaded-dialog.tsx';
import { queryKeys } from '#web/lib/server/query-keys.ts';
import { useConfig } from '#web/lib/server/use-config.ts';
import { useSession } from '#web/lib/session/session.ts';
import { t } from '#web/texts/settings.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { InlineError } from '#web/ui/feedback/inline-error.tsx';
import { EntryRow } from '../entry-row.tsx';
import { QueryValue } from '../query-value.tsx';
import { SectionQuery } from '../section-query.tsx';
import { SettingsRow } from '../settings-row.tsx';
import { useOpenRow } from '../use-open-row.ts';
import { type Outcome, refused } from './outcome.ts';
import { useAccount } from './use-account.ts';

const loadRemove = async () => (await import('./remove-dialog.tsx')).RemoveDialog;

const toValue = (user: User) =>
  linkedIdentities(user)
    .map(({ provider }) => providerName(provider))
    .join(', ') || t('security.identities.none');

/** Linked sign-in services. Renders nothing if none is configured. */
export function IdentitiesSection() {
  const query = useAccount();
  const providers = useConfig()?.signIn.providers ?? [];
  const isOf = query.data !== undefined && linkedIdentities(query.data).length > 0;
  const hasFailed = useSession((state) => state.entry.kind === 'failed');
  const { setOpen } = useOpenRow();
  useEffect(() => {
    // The other service led back here, and the row says why.
    if (hasFailed) setOpen('services');
  }, [hasFailed, setOpen]);
  if (providers.length === 0 && !isOf) return null;
  return (
    <SettingsRow
      id="services"
      title={t('security.identities')}
      value={<QueryValue query={query} toValue={toValue} />}
    >
      <SectionQuery query={query} failed={t('security.load_failed')}>
        {(user) => <Identities user={user} providers={providers} />}
      </SectionQuery>
    </SettingsRow>
  );
}

function Identities({ user, providers }: { user: User; providers: readonly string[] }) {
  const client = useQueryClient();
  const entry = useSession((state) => state.entry);
  const [doomed, setDoomed] = useState<LinkedIdentity | null>(null);
  const [failure, setFailure] = useState<string | null>(entry.kind === 'failed' ? entry.description : null);
  const linked = linkedIdentities(user);
  const free = providers.filter((name) => linked.every(({ provider }) => provider !== name));
  const hasAnotherWay = (user.identities?.length ?? 0) > 1;
  const onClose = () => setDoomed(null);
  const link = async (provider: string) => {
    setFailure(null);
    setFailure((await linkIdentity(provider)).refusal);
  };
  return (
    <div className="grid gap-4">
      <p className="max-w-160 text-text-2">{t('security.identities.lead')}</p>
      {failure && <InlineError>{failure}</InlineError>}
      {linked.length > 0 && (
        <ul aria-label={t('security.identities')} className="border-t border-line">
          {linked.map((one) => (
            <IdentityRow
              key={one.identity.identity_id}
              linked={one}
              onUnlink={hasAnotherWay ? () => setDoomed(one) : null}
            />
          ))}
        </ul>
      )}
      {free.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {free.map((provider) => (
            <Button key={provider} onClick={() => void link(provider)}>
              {t('security.identities.link', { provider: providerName(provider) })}
            </Button>
          ))}
        </div>
      )}
      {doomed && (
        <LoadedDialog
          load={loadRemove}
          props={{
            title: t('security.identities.unlink_title', { provider: providerName(doomed.provider) }),
            name: doomed.label ?? providerName(doomed.provider),
            effect: t('security.identities.unlink_effect', { provider: providerName(doomed.provider) }),
            done: t('security.removed'),
            remove: () => unlinkIdentity(doomed.identity),
            onRemoved: () => void client.invalidateQueries({ queryKey: queryKeys.account }),
            onClose,
          }}
          onClose={onClose}
        />
      )}
    </div>
  );
}

/** The only way to sign in can't be unlinked. */
function IdentityRow({ linked, onUnlink }: { linked: LinkedIdentity; onUnlink: (() => void) | null }) {
  const provider = providerName(linked.provider);
  return (
    <EntryRow
      icon={LogIn}
      title={provider}
      note={onUnlink === null ? t('security.identities.only') : linked.label}
    >
      {onUnlink && (
        <Button size="s" aria-label={t('security.remove_one', { name: provider })} onClick={onUnlink}>
          {t('security.remove')}
        </Button>
      )}
    </EntryRow>
  );
}

/** A linked sign-in service. */
interface LinkedIdentity {
  readonly provider: string;
  /** Account name at the provider, if it gives one. */
  readonly label: string | null;
  readonly identity: UserIdentity;
}

/** Excludes the email identity, which isn't a service. */
function linkedIdentities({ identities = [] }: Pick<User, 'identities'>): LinkedIdentity[] {
  return identities
    .filter(({ provider }) => provider !== 'email' && provider !== 'phone')
    .map((identity) => {
      const { email, name } = identity.identity_data ?? {};
      const label: unknown = email ?? name;
      return { provider: identity.provider, label: typeof label === 'string' ? label : null, identity };
    });
}

/** Redirects to the service, which returns here. */
function linkIdentity(provider: string): Promise<Outcome<unknown>> {
  return refused(({ auth }) =>
    auth.linkIdentity({
      // Operators may configure providers that the client has no type for.
      provider: provider as Provider,
      options: { redirectTo: `${location.origin}/settings` },
    }),
  );
}

function unlinkIdentity(identity: UserIdentity): Promise<Outcome<unknown>> {
  return refused(async ({ auth }) => {
    const { error } = await auth.unlinkIdentity(identity);
    if (!error) await auth.refreshSession();
    return error ? { data: null, error } : { data: true, error: null };
  });
}
