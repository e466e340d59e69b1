import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { logProblem } from '#web/lib/log.ts';
import { notify } from '#web/lib/toast.ts';
import { t } from '#web/texts/app.ts';
import { Button } from '#web/ui/button.tsx';

interface CopyButtonProps {
  text: string;
  /** What is copied, for whoever hears the button and not what stands beside it. */
  label: string;
}

/** Says on itself that it has copied. */
export function CopyButton({ text, label }: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setIsCopied(true);
    } catch (error) {
      logProblem('the clipboard was not written', error);
      notify.error(t('security.copy_failed'));
    }
  };
  const Icon = isCopied ? Check : Copy;
  return (
    <Button
      size="s"
      icon={<Icon size={14} aria-hidden />}
      aria-label={isCopied ? undefined : label}
      onClick={() => void copy()}
    >
      {t(isCopied ? 'security.copied' : 'security.copy')}
    </Button>
  );
}
