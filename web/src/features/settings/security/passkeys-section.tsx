import { useQueryClient } from '@tanstack/react-query';
import Fingerprint from 'lucide-react/icons/fingerprint-pattern';
import { useState } from 'react';
import { hasWebAuthn } from '#web/lib/device/has-webauthn.ts';
import { LoadedDialog } from '#web/lib/page/loaded-dialog.tsx';
import { notify } from '#web/lib/page/toast.ts';
import { queryKeys } from '#web/lib/server/query-keys.ts';
import { t } from '#web/texts/settings.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { EntryRow } from '../entry-row.tsx';
import { toMoment } from '../moments.ts';
import { QueryValue } from '../query-value.tsx';
import { SectionQuery } from '../section-query.tsx';
import { SettingsRow } from '../settings-row.tsx';
import { addPasskey, type Passkey, removePasskey, usePasskeys } from './passkeys.ts';

const loadRename = async () => (await import('./rename-passkey-dialog.tsx')).RenamePasskeyDialog;
const loadRemove = async () => (await import('./remove-dialog.tsx')).RemoveDialog;

type OpenDialog = { readonly kind: 'rename' | 'remove'; readonly passkey: Passkey };

const toValue = ({ length }: readonly Passkey[]) => t('security.passkeys.count', { count: length });

/** Passkeys, which sign in without address or password. */
export function PasskeysSection() {
  const client = useQueryClient();
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const query = usePasskeys();
  const onClose = () => setOpen(null);
  const onChanged = () => void client.invalidateQueries({ queryKey: queryKeys.passkeys });
  // Neither to be made nor used in this browser.
  if (!hasWebAuthn() && query.data?.length === 0) return null;
  return (
    <SettingsRow
      id="passkeys"
      title={t('security.passkeys')}
      value={<QueryValue query={query} toValue={toValue} />}
      verb={query.data?.length === 0 ? 'settings.row.add' : undefined}
    >
      <div className="grid gap-4">
        <p className="max-w-160 text-text-2">{t('security.passkeys.lead')}</p>
        <SectionQuery query={query} failed={t('security.passkeys.load_failed')}>
          {(passkeys) =>
            passkeys.length > 0 && (
              <ul aria-label={t('security.passkeys')} className="border-t border-line">
                {passkeys.map((passkey) => (
                  <PasskeyRow
                    key={passkey.id}
                    passkey={passkey}
                    onRename={() => setOpen({ kind: 'rename', passkey })}
                    onRemove={() => setOpen({ kind: 'remove', passkey })}
                  />
                ))}
              </ul>
            )
          }
        </SectionQuery>
        {hasWebAuthn() && <AddPasskey onAdded={onChanged} />}
      </div>
      {open?.kind === 'rename' && (
        <LoadedDialog
          load={loadRename}
          props={{ passkey: open.passkey, onRenamed: onChanged, onClose }}
          onClose={onClose}
        />
      )}
      {open?.kind === 'remove' && (
        <LoadedDialog
          load={loadRemove}
          props={{
            title: t('security.passkey.remove'),
            name: open.passkey.name,
            effect: t('security.passkey.remove.effect'),
            done: t('security.removed'),
            remove: () => removePasskey(open.passkey.id),
            onRemoved: onChanged,
            onClose,
          }}
          onClose={onClose}
        />
      )}
    </SettingsRow>
  );
}

function AddPasskey({ onAdded }: { onAdded: () => void }) {
  const [isAdding, setIsAdding] = useState(false);
  const add = async () => {
    setIsAdding(true);
    const { refusal } = await addPasskey();
    setIsAdding(false);
    if (refusal !== null) return notify.error(refusal);
    notify.success(t('security.passkey.added'));
    return onAdded();
  };
  return (
    <div>
      <Button busy={isAdding} busyLabel={t('auth.passkey.busy')} onClick={() => void add()}>
        {t('security.passkey.add')}
      </Button>
    </div>
  );
}

interface PasskeyRowProps {
  passkey: Passkey;
  onRename: () => void;
  onRemove: () => void;
}

function PasskeyRow({ passkey, onRename, onRemove }: PasskeyRowProps) {
  const { name, createdAt, lastUsedAt } = passkey;
  return (
    <EntryRow
      icon={Fingerprint}
      title={name}
      note={
        <>
          <span>{t('security.added', { moment: toMoment(createdAt) })}</span>
          {lastUsedAt && <span>{t('settings.sessions.last_used', { moment: toMoment(lastUsedAt) })}</span>}
        </>
      }
    >
      <div className="flex gap-2">
        <Button size="s" aria-label={t('security.rename_one', { name })} onClick={onRename}>
          {t('security.rename')}
        </Button>
        <Button size="s" aria-label={t('security.remove_one', { name })} onClick={onRemove}>
          {t('security.remove')}
        </Button>
      </div>
    </EntryRow>
  );
}
