import { LifeBuoy } from 'lucide-react';
import { t } from '#web/texts/settings.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { SettingsRow } from '../../settings-row.tsx';
import { useCodesLeft } from './recovery-codes.ts';

/** The codes for when app and key are lost: how many are left, and new ones. */
export function CodesRow({ hasCodes, onMake }: { hasCodes: boolean; onMake: () => void }) {
  const { data, isError } = useCodesLeft(hasCodes);
  const state = () => {
    if (!hasCodes) return t('security.codes.none');
    if (data) return t('security.codes.left', { remaining: data.remaining, total: data.total });
    return isError ? t('security.codes.uncounted') : '\u00a0';
  };
  return (
    <SettingsRow icon={LifeBuoy} title={t('security.codes')} note={state()}>
      <Button size="s" onClick={onMake}>
        {t(hasCodes ? 'security.codes.renew' : 'security.codes.make')}
      </Button>
    </SettingsRow>
  );
}
