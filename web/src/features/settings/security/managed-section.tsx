import { t } from '#web/texts/settings.ts';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { SettingsRow } from '../settings-row.tsx';

/** For users of an organisation's sign-in, which manages address, password and factors. */
export function ManagedSection({ email }: { email: string }) {
  return (
    <SettingsRow id="address" title={t('security.managed')} value={email} verb="settings.row.show">
      <div className="grid max-w-160 gap-4">
        <p className="text-text-2">{t('security.managed.lead')}</p>
        <TextField label={t('security.address.current')} type="email" readOnly value={email} />
      </div>
    </SettingsRow>
  );
}
