import { creditsLeft } from '#domain/shop/credits.ts';
import { logProblem } from '#web/lib/log.ts';
import { callFunction } from '#web/lib/server/call-function.ts';
import { leaveAfter, useSession } from '#web/lib/session/session.ts';
import { t } from '#web/texts/settings.ts';
import { type OwnerProof, proofFailure } from './owner-proof.ts';
import { ProofDialog } from './proof-dialog.tsx';

export interface DeleteAccountDialogProps {
  email: string;
  onClose: () => void;
}

/** Final confirmation, listing everything that will be deleted. */
export function DeleteAccountDialog({ email, onClose }: DeleteAccountDialogProps) {
  const left = useSession(({ profile }) => (profile ? creditsLeft(profile) : 0));
  const remove = async (proof: OwnerProof): Promise<string | null> => {
    try {
      await leaveAfter(() => callFunction('delete-account', { ...proof }), t('settings.delete.done'));
      return null;
    } catch (error) {
      logProblem('the account could not be deleted', error);
      return proofFailure(error, 'settings.delete.failed');
    }
  };
  return (
    <ProofDialog
      email={email}
      title={t('settings.delete.title')}
      submit={t('settings.delete.confirm')}
      busy={t('settings.delete.busy')}
      isDamage
      onProved={remove}
      onClose={onClose}
    >
      <ul className="grid list-disc gap-1.5 ps-5">
        <li>{t('settings.delete.rows')}</li>
        <li>{t('settings.delete.devices')}</li>
        {left > 0 && <li>{t('settings.delete.credits', { left })}</li>}
        <li>{t('settings.delete.kept')}</li>
      </ul>
    </ProofDialog>
  );
}
