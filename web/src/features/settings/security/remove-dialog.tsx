import { useRef, useState } from 'react';
import { notify } from '#web/lib/toast.ts';
import { t } from '#web/texts/app.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { InlineError } from '#web/ui/inline-error.tsx';
import type { Outcome } from './outcome.ts';

interface RemoveDialogProps {
  title: string;
  /** Of what is removed, as the person called it. */
  name: string;
  effect: string;
  /** The toast afterwards. */
  done: string;
  remove: () => Promise<Outcome<unknown>>;
  onRemoved: () => void;
  onClose: () => void;
}

/** The question before a way into the account goes. It stays open until the server has agreed. */
export function RemoveDialog(props: RemoveDialogProps) {
  const { title, name, effect, done, remove, onRemoved, onClose } = props;
  const cancel = useRef<HTMLButtonElement>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isRemoving, setIsRemoving] = useState(false);
  const submit = async () => {
    setIsRemoving(true);
    setFailure(null);
    const { refusal } = await remove();
    setIsRemoving(false);
    if (refusal !== null) return setFailure(refusal);
    notify.success(done);
    onRemoved();
    onClose();
  };
  return (
    <Dialog
      open
      width="s"
      title={title}
      onClose={onClose}
      initialFocus={cancel}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isRemoving) void submit();
      }}
      foot={
        <>
          <Button ref={cancel} look="plain" className="ms-auto" onClick={onClose}>
            {t('security.cancel')}
          </Button>
          <Button look="damage-fill" type="submit" busy={isRemoving} busyLabel={t('security.removing')}>
            {t('security.remove')}
          </Button>
        </>
      }
    >
      <p dir="auto" className="type-ui wrap-anywhere">
        {name}
      </p>
      <p className="text-text-2">{effect}</p>
      {failure && <InlineError>{failure}</InlineError>}
    </Dialog>
  );
}
