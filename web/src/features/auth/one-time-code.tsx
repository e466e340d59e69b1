import { greet } from '#web/lib/session.ts';
import { t } from '#web/texts/app.ts';
import { TextButton } from '#web/ui/text-button.tsx';
import { CodeForm } from './code-form.tsx';
import { MailboxButton } from './mailbox-button.tsx';

/** After a code was asked for: the code, or back to the password. */
export function OneTimeCode({ email, onBack }: { email: string; onBack: () => void }) {
  return (
    <div className="grid gap-4">
      <MailboxButton email={email} />
      <CodeForm
        email={email}
        type="email"
        label={t('auth.one_time.label')}
        onAccepted={() => greet(t('auth.signed_in'))}
      />
      <p className="type-meta">
        <TextButton onPress={onBack}>{t('auth.one_time.back')}</TextButton>
      </p>
    </div>
  );
}
