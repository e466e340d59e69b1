import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { CopyButton } from '#web/lib/device/copy-button.tsx';
import { appCodeRule } from '#web/lib/session/field-rules.ts';
import { t } from '#web/texts/settings.ts';
import { CODE_FIELD } from '#web/ui/controls/code-field.ts';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { InlineError } from '#web/ui/feedback/inline-error.tsx';
import { LoadingPage } from '#web/ui/feedback/loading-page.tsx';
import { RetryError } from '#web/ui/feedback/retry-error.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { type BegunApp, beginApp, confirmApp, forgetBegun } from './factors.ts';
import { KeepCodesDialog } from './keep-codes-dialog.tsx';
import { useFirstCodes } from './use-first-codes.ts';

interface AddAppDialogProps {
  name: string;
  hasCodes: boolean;
  onChanged: () => void;
  onClose: () => void;
}

/** Shows a QR code for the app, then verifies its first code. */
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

/** The secret as a QR code, and as text for typing. */
function AppSecret({ app }: { app: BegunApp }) {
  return (
    <div className="grid gap-3">
      <p className="text-text-2">{t('security.app.scan')}</p>
      {/* Cameras need dark on light, in the dark theme too. */}
      <img
        src={app.qrCode}
        alt={t('security.app.picture')}
        width={176}
        height={176}
        className="justify-self-center rounded-paper bg-[#fff]"
      />
      <p className="type-meta text-text-3">{t('security.app.type')}</p>
      <div className="flex items-center gap-2">
        <code dir="ltr" className="type-slip grow wrap-anywhere">
          {app.secret.replace(/(.{4})(?=.)/g, '$1 ')}
        </code>
        <CopyButton text={app.secret} label={t('security.app.copy')} />
      </div>
    </div>
  );
}

/** Enrolls an authenticator app while the dialog is open, and removes it if unfinished. */
function useBegunApp(name: string) {
  const [app, setApp] = useState<BegunApp | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(1);
  const unfinished = useRef<string | null>(null);

  useEffect(() => {
    let isOpen = true;
    const begin = async () => {
      const begun = await beginApp(name);
      if (!isOpen) return begun.data && forgetBegun(begun.data.id);
      unfinished.current = begun.data?.id ?? null;
      setApp(begun.data);
      setRefusal(begun.refusal);
    };
    void begin();
    return () => {
      isOpen = false;
      if (unfinished.current !== null) void forgetBegun(unfinished.current);
    };
  }, [name, attempt]);

  const again = () => {
    setRefusal(null);
    setAttempt((made) => made + 1);
  };
  const keep = () => {
    unfinished.current = null;
  };
  return { app, refusal, again, keep };
}
