import { useState } from 'react';
import { LoadedDialog } from '#web/lib/page/loaded-dialog.tsx';
import { t } from '#web/texts/settings.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { SettingsRow } from '../settings-row.tsx';
import { ExportPart } from './export-part.tsx';
import { useExport } from './use-export.ts';

const load = async () => (await import('./delete-account-dialog.tsx')).DeleteAccountDialog;

/** Export and deletion of the account. */
export function AccountSection({ email }: { email: string }) {
  const [isDeleting, setIsDeleting] = useState(false);
  // Also while the row is closed: an archive that gets ready is announced.
  const archive = useExport();
  const close = () => setIsDeleting(false);
  return (
    <SettingsRow
      id="account"
      title={t('settings.account')}
      value={t(archive.query.data?.status === 'ready' ? 'settings.account.ready' : 'settings.account.value')}
      verb="settings.row.show"
    >
      <ExportPart email={email} archive={archive} />
      <div className="mt-6 grid max-w-160 justify-items-start gap-3 border-t border-line pt-5">
        <p className="text-text-2">{t('settings.delete.lead')}</p>
        <Button look="damage" onClick={() => setIsDeleting(true)}>
          {t('settings.delete.open')}
        </Button>
      </div>
      {isDeleting && <LoadedDialog load={load} props={{ email, onClose: close }} onClose={close} />}
    </SettingsRow>
  );
}
