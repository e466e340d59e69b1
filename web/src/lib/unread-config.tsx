import { t } from '#web/texts/pages.ts';
import { Button } from '#web/ui/button.tsx';
import { InlineError } from '#web/ui/inline-error.tsx';
import { readConfigAgain } from './use-config.ts';

interface UnreadConfigProps {
  /** What cannot be shown without it. */
  children: string;
  onTryAgain?: () => void;
}

/** On a public page, once the configuration was tried often enough: the next try is the person's. */
export function UnreadConfig({ children, onTryAgain = readConfigAgain }: UnreadConfigProps) {
  return (
    <InlineError
      action={
        <Button look="plain" size="s" onClick={onTryAgain}>
          {t('public.try_again')}
        </Button>
      }
    >
      {children}
    </InlineError>
  );
}
