import type { ReactNode } from 'react';
import type { Captcha } from '#web/lib/captcha/use-captcha.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { InlineError } from '#web/ui/feedback/inline-error.tsx';

interface AuthFormProps {
  children: ReactNode;
  /** Captcha, if one is configured. */
  captcha?: Captcha;
  /** Error message; null if none. */
  failure: string | null;
  /** Called when a field changes or the form is submitted: the error is about what was sent before. */
  onOutdated: () => void;
  submitLabel: string;
  busyLabel: string;
  busy: boolean;
  /** Other ways to sign in, below the button. */
  others?: ReactNode;
  onSubmit: () => void;
}

/** Form of a sign-in page: fields, error, and a full-width button. */
export function AuthForm(props: AuthFormProps) {
  const { children, captcha, failure, onOutdated, submitLabel, busyLabel, busy, others, onSubmit } = props;
  return (
    <form
      method="post"
      noValidate
      className="grid gap-4"
      onChange={() => {
        captcha?.giveUp();
        onOutdated();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        onOutdated();
        onSubmit();
      }}
    >
      {children}
      {captcha?.field}
      {failure && <InlineError>{failure}</InlineError>}
      <Button look="primary" type="submit" className="md:h-10" busy={busy} busyLabel={busyLabel}>
        {submitLabel}
      </Button>
      {others}
    </form>
  );
}
