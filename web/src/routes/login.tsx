import { Trans } from '@lingui/react';
import { useState } from 'react';
import { Link, Navigate } from 'react-router';
import { WELCOME_CREDITS } from '#domain/shop/credits.ts';
import { AuthPage } from '#web/features/auth/auth-page.tsx';
import { SecondFactorPage } from '#web/features/auth/factors/second-factor-page.tsx';
import { LIGHT_PAGE } from '#web/features/auth/light/light-page.ts';
import { LoginForm } from '#web/features/auth/login-form.tsx';
import { OneTimeCode } from '#web/features/auth/one-time-code.tsx';
import { PhoneForm } from '#web/features/auth/phone-form.tsx';
import type { Recipient } from '#web/features/auth/recipient.ts';
import { sentWords } from '#web/features/auth/sent-words.ts';
import { pageMeta } from '#web/lib/page/page-meta.ts';
import { useSearch } from '#web/lib/page/use-search.ts';
import { useConfig } from '#web/lib/server/use-config.ts';
import { keepNext, nextPath } from '#web/lib/session/next-path.ts';
import { useSession } from '#web/lib/session/session.ts';
import { useSessionStart } from '#web/lib/session/use-session-start.ts';
import { t } from '#web/texts/later.ts';
import { InlineError } from '#web/ui/feedback/inline-error.tsx';

export const meta = () =>
  pageMeta({ title: t('auth.login.title'), description: t('auth.login.description'), path: '/login' });

/** Current step: password, phone number, or the sent code. */
type Step = 'password' | 'number' | Recipient;

export const handle = LIGHT_PAGE;

export default function Login() {
  useSessionStart();
  const user = useSession((state) => state.user);
  const halfway = useSession((state) => state.halfway);
  const entry = useSession((state) => state.entry);
  const search = useSearch();
  const next = nextPath(search);
  const opensAccounts = useConfig()?.signUp ?? false;
  const [email, setEmail] = useState('');
  /** Number of the last code by text. */
  const [phone, setPhone] = useState<string | null>(null);
  /** Time of the last code by email or text, in milliseconds since 1970. */
  const [sentAt, setSentAt] = useState(0);
  const [step, setStep] = useState<Step>('password');
  if (halfway !== null) return <SecondFactorPage user={halfway} />;
  if (user !== null) return <Navigate to={next} replace />;
  const back = () => setStep('password');
  const showCodeField = (to: Recipient) => {
    setSentAt(Date.now());
    setStep(to);
  };
  if (step === 'number') {
    return (
      <AuthPage heading={t('auth.text.title')} lead={t('auth.text.lead')}>
        <PhoneForm
          next={next}
          texted={phone}
          onCodeSent={(number) => {
            setPhone(number);
            showCodeField({ kind: 'phone', address: number });
          }}
          onHasCode={(number) => setStep({ kind: 'phone', address: number })}
          onBack={back}
        />
      </AuthPage>
    );
  }
  if (step !== 'password') {
    const onCorrect = step.kind === 'phone' ? () => setStep('number') : undefined;
    return (
      <AuthPage {...sentWords(step, opensAccounts)}>
        <OneTimeCode
          to={step}
          next={next}
          sentAt={sentAt}
          onSentAgain={() => setSentAt(Date.now())}
          onCorrect={onCorrect}
          onBack={back}
        />
      </AuthPage>
    );
  }
  return (
    <AuthPage heading={t('auth.login.title')} lead={t('auth.login.lead')}>
      {entry.kind === 'failed' && (
        <div className="mb-4">
          <InlineError>{entry.description}</InlineError>
        </div>
      )}
      <LoginForm
        next={next}
        initialEmail={email}
        onCodeSent={(address) => {
          setEmail(address);
          showCodeField({ kind: 'email', address });
        }}
        onText={() => setStep('number')}
      />
      <p className="type-meta mt-6 text-text-3">
        <Trans
          id="auth.login.new_here"
          values={{ count: WELCOME_CREDITS }}
          components={{ register: <Link className="link" to={keepNext('/register', search)} /> }}
        />
      </p>
    </AuthPage>
  );
}
