import { t } from '#web/texts/settings.ts';
import { RemoveDialog } from '../remove-dialog.tsx';
import type { ShownFactor } from './factor-list.ts';
import { removeFactor } from './factors.ts';

interface RemoveFactorDialogProps {
  factor: ShownFactor;
  /** Recovery codes are removed with the last factor. */
  isLast: boolean;
  onChanged: () => void;
  onClose: () => void;
}

export function RemoveFactorDialog({ factor, isLast, onChanged, onClose }: RemoveFactorDialogProps) {
  return (
    <RemoveDialog
      title={t(`security.${factor.kind}.remove`)}
      name={factor.name}
      effect={t(isLast ? 'security.factors.remove.last' : 'security.factors.remove.one')}
      done={t('security.removed')}
      remove={() => removeFactor(factor.id)}
      onRemoved={onChanged}
      onClose={onClose}
    />
  );
}
