import { t } from '#web/texts/app.ts';
import { Button } from '#web/ui/button.tsx';
import { InlineError } from '#web/ui/inline-error.tsx';
import { startSession } from './session.ts';

/** Where the server could not be asked who is here: what is safe, and another try. */
export function Unreached({ children }: { children: string }) {
  return (
    <InlineError
      action={
        <Button look="plain" size="s" onClick={startSession}>
          {t('shell.try_again')}
        </Button>
      }
    >
      {children}
    </InlineError>
  );
}
