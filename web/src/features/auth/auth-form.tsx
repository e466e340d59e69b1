import type { ReactNode } from 'react';
import type { Captcha } from '#web/lib/captcha/use-captcha.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { InlineError } from '#web/ui/feedback/inline-error.tsx';

interface AuthFormProps {
  children: ReactNode;
  /** Human check of the form, where one is configured. */
  captcha?: Captcha;
  /** The sentence that says why it did not go; null: nothing went wrong. */
  failure: string | null;
  submitLabel: string;
  busyLabel: string;
  busy: boolean;
  /** Other ways, below the button. */
  others?: ReactNode;
  onSubmit: () => void;
}

/** A form of the pages outside the list: its fields, what went wrong, and one button as wide as they are. */
export function AuthForm(props: AuthFormProps) {
  const { children, captcha, failure, submitLabel, busyLabel, busy, others, onSubmit } = props;
  return (
    <form
      method="post"
      noValidate
      className="grid gap-4"
      onChange={captcha?.giveUp}
      onSubmit={(event) => {
        event.preventDefault();
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
