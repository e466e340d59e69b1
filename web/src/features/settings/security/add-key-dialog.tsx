import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { t } from '#web/texts/app.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { InlineError } from '#web/ui/inline-error.tsx';
import { addKey } from './factors.ts';
import { KeepCodesDialog } from './keep-codes-dialog.tsx';
import { NameField, nameRule } from './name-field.tsx';
import { useFirstCodes } from './use-first-codes.ts';

interface AddKeyDialogProps {
  name: string;
  hasCodes: boolean;
  onChanged: () => void;
  onClose: () => void;
}

/** A name first, because two keys look alike; then the browser asks for the key. */
export function AddKeyDialog({ name, hasCodes, onChanged, onClose }: AddKeyDialogProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const { codes, finish } = useFirstCodes({ hasCodes, onChanged, onClose });
  const { register, handleSubmit, formState } = useForm({ defaultValues: { name } });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (typed) => {
    setFailure(null);
    const { refusal } = await addKey(typed.name.trim());
    if (refusal !== null) return setFailure(refusal);
    await finish();
  });
  if (codes !== null) return <KeepCodesDialog codes={codes} onClose={onClose} />;
  return (
    <Dialog
      open
      width="s"
      title={t('security.key.add')}
      onClose={onClose}
      onSubmit={(event) => void submit(event)}
      foot={
        <>
          <Button look="plain" className="ms-auto" onClick={onClose}>
            {t('security.cancel')}
          </Button>
          <Button look="primary" type="submit" busy={isSubmitting} busyLabel={t('auth.factor.key.busy')}>
            {t('security.key.confirm')}
          </Button>
        </>
      }
    >
      <p className="text-text-2">{t('security.key.lead')}</p>
      <NameField error={errors.name?.message} registration={register('name', { validate: nameRule })} />
      {failure && <InlineError>{failure}</InlineError>}
    </Dialog>
  );
}
