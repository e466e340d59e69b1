import { type FormEvent, useState } from 'react';
import { t } from '#web/texts/later.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { keyIn } from './mailbox-key.ts';

export interface UnlockMailboxProps {
  /** The last key was refused. */
  isWrong: boolean;
  onKey: (key: string) => void;
}

/** Asks for the key that the server prints at its start, which only the operator can see. */
export function UnlockMailbox({ isWrong, onKey }: UnlockMailboxProps) {
  const [text, setText] = useState('');
  const [isNone, setIsNone] = useState(false);
  const show = (event: FormEvent) => {
    event.preventDefault();
    const key = keyIn(text);
    setIsNone(key === null);
    if (key !== null) onKey(key);
  };
  const error = isNone ? t('mailbox.key.none') : isWrong ? t('mailbox.key.wrong') : undefined;
  return (
    <>
      <EmptyState heading={t('mailbox.locked')}>{t('mailbox.locked_hint')}</EmptyState>
      <form className="mt-6 grid max-w-120 gap-4" onSubmit={show}>
        <TextField
          label={t('mailbox.key.label')}
          value={text}
          onChange={(event) => setText(event.target.value)}
          autoComplete="off"
          spellCheck={false}
          {...(error !== undefined && { error })}
        />
        <Button type="submit" look="primary">
          {t('mailbox.key.open')}
        </Button>
      </form>
    </>
  );
}
