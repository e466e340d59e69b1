import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { appCodeRule } from '#web/lib/session/field-rules.ts';
import { t } from '#web/texts/settings.ts';
import { CODE_FIELD } from '#web/ui/controls/code-field.ts';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { InlineError } from '#web/ui/feedback/inline-error.tsx';
import { LoadingPage } from '#web/ui/feedback/loading-page.tsx';
import { RetryError } from '#web/ui/feedback/retry-error.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { AppSecret } from './app-secret.tsx';
import { confirmApp } from './factors.ts';
import { KeepCodesDialog } from './keep-codes-dialog.tsx';
import { useBegunApp } from './use-begun-app.ts';
import { useFirstCodes } from './use-first-codes.ts';

interface AddAppDialogProps {
  name: string;
  hasCodes: boolean;
  onChanged: () => void;
  onClose: () => void;
}

/** A picture for the app, and the first code as the sign that the app has read it. */
export function AddAppDialog({ name, hasCodes, onChanged, onClose }: AddAppDialogProps) {
  const { app, refusal, again, keep } = useBegunApp(name);
  const [failure, setFailure] = useState<string | null>(null);
  const { codes, finish } = useFirstCodes({ hasCodes, onChanged, onClose });
  const { register, handleSubmit, formState } = useForm({ defaultValues: { code: '' } });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async ({ code }) => {
    if (app === null) return;
    setFailure(null);
    const { refusal: reason } = await confirmApp(app.id, code);
    if (reason !== null) return setFailure(reason);
    keep();
    await finish();
  });
  if (codes !== null) return <KeepCodesDialog codes={codes} onClose={onClose} />;
  return (
    <FormDialog
      width="s"
      title={t('security.app.add')}
      cancelLabel={t('security.cancel')}
      submitLabel={t('security.app.confirm')}
      busyLabel={t('auth.code.busy')}
      busy={isSubmitting}
      disabled={app === null}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {refusal !== null && (
        <RetryError retry={t('settings.try_again')} onRetry={again}>
          {refusal}
        </RetryError>
      )}
      {app === null && refusal === null && <LoadingPage lines={4} />}
      {app && (
        <div className="grid gap-5">
          <AppSecret app={app} />
          <TextField
            label={t('security.app.code')}
            {...CODE_FIELD}
            error={errors.code?.message}
            {...register('code', { validate: appCodeRule })}
          />
          {failure && <InlineError>{failure}</InlineError>}
        </div>
      )}
    </FormDialog>
  );
}
