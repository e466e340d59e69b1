import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { FIRST_SIGN_IN_CREDITS } from '#domain/shop/credits.ts';
import { logProblem } from '#web/lib/log.ts';
import { termsRule } from '#web/lib/session/field-rules.ts';
import { completeProfile } from '#web/lib/session/session.ts';
import { t } from '#web/texts/later.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { InlineError } from '#web/ui/feedback/inline-error.tsx';
import { MarketingBox, TermsBox } from './consent.tsx';

/** First sign-in of an account that didn't come through the sign-up form and hasn't accepted the terms. */
export function CompleteProfile() {
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { terms: false, marketing: false },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async ({ marketing }) => {
    setFailure(null);
    try {
      await completeProfile(marketing);
    } catch (error) {
      logProblem('the profile could not be made', error);
      setFailure(t('auth.unexpected'));
    }
  });

  return (
    <form noValidate className="grid max-w-110 gap-4" onSubmit={(event) => void submit(event)}>
      <div>
        <h1 className="type-title-2">{t('auth.profile.title')}</h1>
        <p className="text-text-3">{t('auth.profile.lead', { count: FIRST_SIGN_IN_CREDITS })}</p>
      </div>
      <TermsBox error={errors.terms?.message} {...register('terms', { validate: termsRule })} />
      <MarketingBox {...register('marketing')} />
      {failure && <InlineError>{failure}</InlineError>}
      <Button
        look="primary"
        type="submit"
        className="w-fit"
        busy={isSubmitting}
        busyLabel={t('auth.profile.busy')}
      >
        {t('auth.profile.submit')}
      </Button>
    </form>
  );
}
