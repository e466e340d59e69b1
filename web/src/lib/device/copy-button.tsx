import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { useState } from 'react';
import { t } from '../../texts/app.ts';
import { Button } from '../../ui/controls/button.tsx';
import { logProblem } from '../log.ts';
import { notify } from '../page/toast.ts';
import { copyText } from './copy-text.ts';

interface CopyButtonProps {
  text: string;
  /** Accessible name: says what is copied. */
  label: string;
}

/** A copy button that confirms in its own label. */
export function CopyButton({ text, label }: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    try {
      await copyText(text);
      setIsCopied(true);
    } catch (error) {
      logProblem('the clipboard was not written', error);
      notify.error(t('ui.copy_failed'));
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
      {t(isCopied ? 'ui.copied' : 'ui.copy')}
    </Button>
  );
}
