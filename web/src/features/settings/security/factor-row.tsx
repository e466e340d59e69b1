import { KeyRound, Smartphone } from 'lucide-react';
import { t } from '#web/texts/app.ts';
import { Button } from '#web/ui/button.tsx';
import { toMoment } from '../moments.ts';
import type { ShownFactor } from './factor-list.ts';

const ICONS = { app: Smartphone, key: KeyRound } as const;

export function FactorRow({ factor, onRemove }: { factor: ShownFactor; onRemove: () => void }) {
  const Icon = ICONS[factor.kind];
  const name = factor.name || t(`security.${factor.kind}.name`);
  return (
    <li className="flex items-center gap-3 border-b border-line py-2.5">
      <Icon size={16} aria-hidden className="shrink-0 text-text-3" />
      <div className="min-w-0 grow">
        <p dir="auto" className="wrap-anywhere">
          {name}
        </p>
        <p className="type-slip text-text-3">{t('security.added', { moment: toMoment(factor.createdAt) })}</p>
      </div>
      <Button size="s" aria-label={t('security.remove_one', { name })} onClick={onRemove}>
        {t('security.remove')}
      </Button>
    </li>
  );
}
