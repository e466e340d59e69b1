import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { notify } from '#web/lib/toast.ts';
import { t } from '#web/texts/app.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { InlineError } from '#web/ui/inline-error.tsx';
import { NameField, nameRule } from './name-field.tsx';
import { type Passkey, renamePasskey } from './passkeys.ts';

interface RenamePasskeyDialogProps {
  passkey: Passkey;
  onRenamed: () => void;
  onClose: () => void;
}

export function RenamePasskeyDialog({ passkey, onRenamed, onClose }: RenamePasskeyDialogProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm({ defaultValues: { name: passkey.name } });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ name }) => {
    setFailure(null);
    const { refusal } = await renamePasskey(passkey.id, name.trim());
    if (refusal !== null) return setFailure(refusal);
    notify.success(t('security.renamed'));
    onRenamed();
    onClose();
  });
  return (
    <Dialog
      open
      width="s"
      title={t('security.passkey.rename')}
      onClose={onClose}
      onSubmit={(event) => void submit(event)}
      foot={
        <>
          <Button look="plain" className="ms-auto" onClick={onClose}>
            {t('security.cancel')}
          </Button>
          <Button look="primary" type="submit" busy={isSubmitting} busyLabel={t('settings.saving')}>
            {t('security.rename')}
          </Button>
        </>
      }
    >
      <NameField error={errors.name?.message} registration={register('name', { validate: nameRule })} />
      {failure && <InlineError>{failure}</InlineError>}
    </Dialog>
  );
}
