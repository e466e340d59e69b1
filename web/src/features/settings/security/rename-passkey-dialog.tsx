import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { notify } from '#web/lib/page/toast.ts';
import { t } from '#web/texts/settings.ts';
import { InlineError } from '#web/ui/feedback/inline-error.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
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
    <FormDialog
      width="s"
      title={t('security.passkey.rename')}
      cancelLabel={t('security.cancel')}
      submitLabel={t('security.rename')}
      busyLabel={t('settings.saving')}
      busy={isSubmitting}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <NameField error={errors.name?.message} registration={register('name', { validate: nameRule })} />
      {failure && <InlineError>{failure}</InlineError>}
    </FormDialog>
  );
}
