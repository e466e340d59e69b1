import { useState } from 'react';
import { LoadedDialog } from '#web/lib/page/loaded-dialog.tsx';
import { t } from '#web/texts/settings.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Section } from '../section.tsx';
import { ExportPart } from './export-part.tsx';

const load = async () => (await import('./delete-account-dialog.tsx')).DeleteAccountDialog;

/** Export and deletion of the account. */
export function AccountSection({ email }: { email: string }) {
  const [isDeleting, setIsDeleting] = useState(false);
  const close = () => setIsDeleting(false);
  return (
    <Section id="account" title={t('settings.account')}>
      <ExportPart email={email} />
      <div className="mt-6 grid max-w-160 justify-items-start gap-3 border-t border-line pt-5">
        <p className="text-text-2">{t('settings.delete.lead')}</p>
        <Button look="damage" onClick={() => setIsDeleting(true)}>
          {t('settings.delete.open')}
        </Button>
      </div>
      {isDeleting && <LoadedDialog load={load} props={{ email, onClose: close }} onClose={close} />}
    </Section>
  );
}
