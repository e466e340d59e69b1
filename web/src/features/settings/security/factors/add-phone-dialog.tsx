import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { phoneRule, textedCodeRule } from '#web/lib/session/field-rules.ts';
import { t } from '#web/texts/settings.ts';
import { CODE_FIELD } from '#web/ui/controls/code-field.ts';
import { PhoneField } from '#web/ui/controls/phone-field.tsx';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { InlineError } from '#web/ui/feedback/inline-error.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { type BegunPhone, beginPhone, confirmPhone, forgetBegun } from './factors.ts';
import { KeepCodesDialog } from './keep-codes-dialog.tsx';
import { useFirstCodes } from './use-first-codes.ts';

interface AddPhoneDialogProps {
  name: string;
  hasCodes: boolean;
  onChanged: () => void;
  onClose: () => void;
}

/** Asks for a number, then for the code texted to it. */
export function AddPhoneDialog({ name, hasCodes, onChanged, onClose }: AddPhoneDialogProps) {
  const { begun, begin, keep } = useBegunPhone(name);
  const [failure, setFailure] = useState<string | null>(null);
  const { codes, finish } = useFirstCodes({ hasCodes, onChanged, onClose });
  const { register, handleSubmit, formState, setFocus } = useForm({
    defaultValues: { phone: '', code: '' },
  });
  const { errors, isSubmitting } = formState;
  // Focuses the next field.
  useEffect(() => {
    if (begun !== null) setFocus('code');
  }, [begun, setFocus]);

  const submit = handleSubmit(async ({ phone, code }) => {
    setFailure(null);
    if (begun === null) return setFailure(await begin(phone.replace(/\s/g, '')));
    const { refusal } = await confirmPhone(begun, code);
    if (refusal !== null) return setFailure(refusal);
    keep();
    await finish();
  });
  if (codes !== null) return <KeepCodesDialog codes={codes} onClose={onClose} />;
  return (
    <FormDialog
      width="s"
      title={t('security.phone.add')}
      cancelLabel={t('security.cancel')}
      submitLabel={t(begun === null ? 'security.phone.send' : 'security.phone.confirm')}
      busyLabel={t(begun === null ? 'auth.factor.phone.sending' : 'auth.code.busy')}
      busy={isSubmitting}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <div className="grid gap-5">
        <p className="text-text-2">{t('security.phone.lead')}</p>
        <PhoneField
          readOnly={begun !== null}
          error={errors.phone?.message}
          {...register('phone', { validate: phoneRule })}
        />
        {begun && (
          <TextField
            label={t('security.phone.code')}
            {...CODE_FIELD}
            error={errors.code?.message}
            {...register('code', { validate: textedCodeRule })}
          />
        )}
        {failure && <InlineError>{failure}</InlineError>}
      </div>
    </FormDialog>
  );
}

/** Enrolls a number while the dialog is open, and removes it if unfinished. */
function useBegunPhone(name: string) {
  const [begun, setBegun] = useState<BegunPhone | null>(null);
  const unfinished = useRef<string | null>(null);
  useEffect(
    () => () => {
      if (unfinished.current !== null) void forgetBegun(unfinished.current);
    },
    [],
  );
  /** Resolves to null once a text is sent, else to an error message. */
  const begin = async (phone: string): Promise<string | null> => {
    const { data, refusal } = await beginPhone(name, phone);
    unfinished.current = data?.id ?? null;
    setBegun(data);
    return refusal;
  };
  const keep = () => {
    unfinished.current = null;
  };
  return { begun, begin, keep };
}
