import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { t } from '#web/texts/app.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { InlineError } from '#web/ui/inline-error.tsx';
import { LoadingPage } from '#web/ui/loading-page.tsx';
import { TextField } from '#web/ui/text-field.tsx';
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
    <Dialog
      open
      width="s"
      title={t('security.app.add')}
      onClose={onClose}
      onSubmit={(event) => void submit(event)}
      foot={
        <>
          <Button look="plain" className="ms-auto" onClick={onClose}>
            {t('security.cancel')}
          </Button>
          <Button
            look="primary"
            type="submit"
            disabled={app === null}
            busy={isSubmitting}
            busyLabel={t('auth.code.busy')}
          >
            {t('security.app.confirm')}
          </Button>
        </>
      }
    >
      {refusal !== null && (
        <InlineError
          action={
            <Button look="plain" size="s" onClick={again}>
              {t('settings.try_again')}
            </Button>
          }
        >
          {refusal}
        </InlineError>
      )}
      {app === null && refusal === null && <LoadingPage lines={4} />}
      {app && (
        <div className="grid gap-5">
          <AppSecret app={app} />
          <TextField
            label={t('security.app.code')}
            placeholder={t('auth.code.placeholder')}
            inputMode="numeric"
            autoComplete="one-time-code"
            error={errors.code?.message}
            {...register('code', {
              validate: (code) => /^\d{6}$/.test(code.replace(/\s/g, '')) || t('auth.factor.code.required'),
            })}
          />
          {failure && <InlineError>{failure}</InlineError>}
        </div>
      )}
    </Dialog>
  );
}
