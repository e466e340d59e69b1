import { useState } from 'react';
import { t } from '#web/texts/settings.ts';
import { InlineError } from '#web/ui/feedback/inline-error.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { KeepCodesDialog } from './keep-codes-dialog.tsx';
import { makeCodes } from './recovery-codes.ts';

interface NewCodesDialogProps {
  hasCodes: boolean;
  onChanged: () => void;
  onClose: () => void;
}

/** Confirms before existing codes, which may be kept on paper, stop working. */
export function NewCodesDialog({ hasCodes, onChanged, onClose }: NewCodesDialogProps) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isMaking, setIsMaking] = useState(false);
  const make = async () => {
    setIsMaking(true);
    setFailure(null);
    const made = await makeCodes(hasCodes);
    setIsMaking(false);
    if (made.data === null) return setFailure(made.refusal);
    setCodes(made.data);
    onChanged();
  };
  if (codes !== null) return <KeepCodesDialog codes={codes} onClose={onClose} />;
  return (
    <FormDialog
      width="s"
      title={t(hasCodes ? 'security.codes.renew.title' : 'security.codes.make')}
      cancelLabel={t('security.cancel')}
      submitLabel={t('security.codes.make')}
      busyLabel={t('security.codes.making')}
      busy={isMaking}
      onSubmit={() => void make()}
      onClose={onClose}
    >
      <p className="text-text-2">{t(hasCodes ? 'security.codes.renew.effect' : 'security.codes.why')}</p>
      {failure && <InlineError>{failure}</InlineError>}
    </FormDialog>
  );
}
