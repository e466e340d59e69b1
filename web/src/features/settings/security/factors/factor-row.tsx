import { KeyRound, MessageSquare, Smartphone } from 'lucide-react';
import { t } from '#web/texts/settings.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { toMoment } from '../../moments.ts';
import { SettingsRow } from '../../settings-row.tsx';
import type { ShownFactor } from './factor-list.ts';

const ICONS = { app: Smartphone, key: KeyRound, phone: MessageSquare } as const;

export function FactorRow({ factor, onRemove }: { factor: ShownFactor; onRemove: () => void }) {
  const name = factor.name || t(`security.${factor.kind}.name`);
  const note = t('security.added', { moment: toMoment(factor.createdAt) });
  return (
    <SettingsRow icon={ICONS[factor.kind]} title={name} note={note}>
      <Button size="s" aria-label={t('security.remove_one', { name })} onClick={onRemove}>
        {t('security.remove')}
      </Button>
    </SettingsRow>
  );
}
