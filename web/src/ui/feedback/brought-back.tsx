import History from 'lucide-react/icons/rotate-ccw-clock';
import { useRef, useState } from 'react';
import { t } from '#web/texts/app.ts';
import { TextButton } from '../controls/text-button.tsx';
import { Notice } from './notice.tsx';

export interface BroughtBackProps {
  /** Whether the form holds restored input. */
  isWritten: boolean;
  /** Clears the form, or resets it to the saved values. */
  onStartAfresh: () => void;
}

/** Says, above the fields, that the form opened with a restored draft. Renders nothing otherwise. */
export function BroughtBack({ isWritten, onStartAfresh }: BroughtBackProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isBack, setIsBack] = useState(isWritten);
  // Input from here on is new.
  if (isBack && !isWritten) setIsBack(false);
  if (!isBack) return null;
  const startAfresh = () => {
    // The button disappears, so move focus within the form.
    place.current?.closest('form')?.querySelector<HTMLElement>('input:not([readonly]), textarea')?.focus();
    onStartAfresh();
  };
  return (
    <div ref={place}>
      <Notice icon={<History size={16} aria-hidden className="shrink-0" />}>
        {t('ui.brought_back')}{' '}
        <TextButton alone onPress={startAfresh}>
          {t('ui.brought_back.clear')}
        </TextButton>
      </Notice>
    </div>
  );
}
