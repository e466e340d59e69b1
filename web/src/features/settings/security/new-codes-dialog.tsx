import { useState } from 'react';
import { t } from '#web/texts/app.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { InlineError } from '#web/ui/inline-error.tsx';
import { KeepCodesDialog } from './keep-codes-dialog.tsx';
import { makeCodes } from './recovery-codes.ts';

interface NewCodesDialogProps {
  hasCodes: boolean;
  onChanged: () => void;
  onClose: () => void;
}

/** Asks before codes that somebody may have in a drawer stop working. */
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
    <Dialog
      open
      width="s"
      title={t(hasCodes ? 'security.codes.renew.title' : 'security.codes.make')}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isMaking) void make();
      }}
      foot={
        <>
          <Button look="plain" className="ms-auto" onClick={onClose}>
            {t('security.cancel')}
          </Button>
          <Button look="primary" type="submit" busy={isMaking} busyLabel={t('security.codes.making')}>
            {t('security.codes.make')}
          </Button>
        </>
      }
    >
      <p className="text-text-2">{t(hasCodes ? 'security.codes.renew.effect' : 'security.codes.why')}</p>
      {failure && <InlineError>{failure}</InlineError>}
    </Dialog>
  );
}
