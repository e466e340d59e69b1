import { Fingerprint } from 'lucide-react';
import { t } from '#web/texts/app.ts';
import { Button } from '#web/ui/button.tsx';
import { toMoment } from '../moments.ts';
import type { Passkey } from './passkeys.ts';

interface PasskeyRowProps {
  passkey: Passkey;
  onRename: () => void;
  onRemove: () => void;
}

export function PasskeyRow({ passkey, onRename, onRemove }: PasskeyRowProps) {
  const { name, createdAt, lastUsedAt } = passkey;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line py-2.5">
      <Fingerprint size={16} aria-hidden className="shrink-0 text-text-3" />
      <div className="min-w-40 flex-1">
        <p dir="auto" className="wrap-anywhere">
          {name}
        </p>
        <p className="type-slip flex flex-wrap gap-x-4 text-text-3">
          <span>{t('security.added', { moment: toMoment(createdAt) })}</span>
          {lastUsedAt && <span>{t('settings.sessions.last_used', { moment: toMoment(lastUsedAt) })}</span>}
        </p>
      </div>
      <div className="flex gap-2">
        <Button size="s" aria-label={t('security.rename_one', { name })} onClick={onRename}>
          {t('security.rename')}
        </Button>
        <Button size="s" aria-label={t('security.remove_one', { name })} onClick={onRemove}>
          {t('security.remove')}
        </Button>
      </div>
    </li>
  );
}
