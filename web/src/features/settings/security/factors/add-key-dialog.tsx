import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { t } from '#web/texts/settings.ts';
import { InlineError } from '#web/ui/feedback/inline-error.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { NameField, nameRule } from '../name-field.tsx';
import { addKey } from './factors.ts';
import { KeepCodesDialog } from './keep-codes-dialog.tsx';
import { useFirstCodes } from './use-first-codes.ts';

interface AddKeyDialogProps {
  name: string;
  hasCodes: boolean;
  onChanged: () => void;
  onClose: () => void;
}

/** Asks for a name, to tell keys apart, then for the key itself. */
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
    <FormDialog
      width="s"
      title={t('security.key.add')}
      cancelLabel={t('security.cancel')}
      submitLabel={t('security.key.confirm')}
      busyLabel={t('auth.factor.key.busy')}
      busy={isSubmitting}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p className="text-text-2">{t('security.key.lead')}</p>
      <NameField error={errors.name?.message} registration={register('name', { validate: nameRule })} />
      {failure && <InlineError>{failure}</InlineError>}
    </FormDialog>
  );
}
