import { logProblem } from '#web/lib/log.ts';
import { t } from '#web/texts/settings.ts';
import { type OwnerProof, proofFailure } from './owner-proof.ts';
import { ProofDialog } from './proof-dialog.tsx';

export interface ExportProofDialogProps {
  email: string;
  onBegin: (proof: OwnerProof) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for proof before an export if the sign-in is old: the archive holds the whole account. */
export function ExportProofDialog({ email, onBegin, onClose }: ExportProofDialogProps) {
  const begin = async (proof: OwnerProof): Promise<string | null> => {
    try {
      await onBegin(proof);
      onClose();
      return null;
    } catch (error) {
      logProblem('the export could not be begun', error);
      return proofFailure(error, 'settings.export.begin_failed');
    }
  };
  return (
    <ProofDialog
      email={email}
      title={t('settings.export.prove')}
      submit={t('settings.export.begin')}
      busy={t('settings.export.beginning')}
      onProved={begin}
      onClose={onClose}
    >
      <p>{t('settings.export.prove_lead')}</p>
    </ProofDialog>
  );
}
