import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useCaptcha } from '#web/lib/captcha/use-captcha.tsx';
import { useConfig } from '#web/lib/server/use-config.ts';
import { phoneRule } from '#web/lib/session/field-rules.ts';
import { t } from '#web/texts/later.ts';
import { PhoneField } from '#web/ui/controls/phone-field.tsx';
import { TextButton } from '#web/ui/controls/text-button.tsx';
import { AuthForm } from './auth-form.tsx';
import { sendOneTimeCode } from './send-one-time-code.ts';

interface PhoneFormProps {
  /** Page to open after sign-in. */
  next: string;
  /** Number that got a code before; null if none did. */
  texted: string | null;
  /** Called with the number without spaces, as sent to the server. */
  onCodeSent: (phone: string) => void;
  /** Called if the earlier code has arrived after all. */
  onHasCode: (phone: string) => void;
  onBack: () => void;
}

/** Form for a phone number. Texts are sent on request only, since each costs. */
export function PhoneForm({ next, texted, onCodeSent, onHasCode, onBack }: PhoneFormProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const opensAccounts = useConfig()?.signUp ?? false;
  const { register, handleSubmit, formState } = useForm({ defaultValues: { phone: texted ?? '' } });
  const { errors, isSubmitting } = formState;
  const captcha = useCaptcha();
  const submit = handleSubmit(async (typed) => {
    const pass = await captcha.pass();
    if (pass === null) return;
    const phone = typed.phone.replace(/\s/g, '');
    const sentence = await sendOneTimeCode({ kind: 'phone', address: phone }, next, pass);
    if (sentence === null) onCodeSent(phone);
    else setFailure(sentence);
  });
  return (
    <AuthForm
      captcha={captcha}
      failure={failure}
      onOutdated={() => setFailure(null)}
      submitLabel={t('auth.text.submit')}
      busyLabel={t('auth.one_time.busy')}
      busy={isSubmitting}
      onSubmit={() => void submit()}
      others={
        <div className="type-meta grid gap-5 text-text-3">
          {opensAccounts && <p>{t('auth.text.new')}</p>}
          {texted !== null && (
            <p>
              <TextButton alone onPress={() => onHasCode(texted)}>
                {t('auth.text.has_code', { phone: texted })}
              </TextButton>
            </p>
          )}
          <p>
            <TextButton alone onPress={onBack}>
              {t('auth.one_time.back')}
            </TextButton>
          </p>
        </div>
      }
    >
      <PhoneField error={errors.phone?.message} {...register('phone', { validate: phoneRule })} />
    </AuthForm>
  );
}
