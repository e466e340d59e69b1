import { Fingerprint } from 'lucide-react';
import { t } from '#web/texts/settings.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { toMoment } from '../moments.ts';
import { SettingsRow } from '../settings-row.tsx';
import type { Passkey } from './passkeys.ts';

interface PasskeyRowProps {
  passkey: Passkey;
  onRename: () => void;
  onRemove: () => void;
}

export function PasskeyRow({ passkey, onRename, onRemove }: PasskeyRowProps) {
  const { name, createdAt, lastUsedAt } = passkey;
  return (
    <SettingsRow
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
    </SettingsRow>
  );
}
