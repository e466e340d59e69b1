import { useState } from 'react';
import { notify } from '#web/lib/page/toast.ts';
import { t } from '#web/texts/settings.ts';
import { InlineError } from '#web/ui/feedback/inline-error.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import type { Outcome } from './outcome.ts';

interface RemoveDialogProps {
  title: string;
  /** User's name for what is being removed. */
  name: string;
  effect: string;
  /** Text of the toast afterwards. */
  done: string;
  remove: () => Promise<Outcome<unknown>>;
  onRemoved: () => void;
  onClose: () => void;
}

/** Confirms the removal of a way to sign in. Stays open until the server has agreed. */
export function RemoveDialog(props: RemoveDialogProps) {
  const { title, name, effect, done, remove, onRemoved, onClose } = props;
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
    <FormDialog
      width="s"
      title={title}
      cancelLabel={t('security.cancel')}
      submitLabel={t('security.remove')}
      busyLabel={t('security.removing')}
      busy={isRemoving}
      damage
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p dir="auto" className="type-ui wrap-anywhere">
        {name}
      </p>
      <p className="text-text-2">{effect}</p>
      {failure && <InlineError>{failure}</InlineError>}
    </FormDialog>
  );
}
