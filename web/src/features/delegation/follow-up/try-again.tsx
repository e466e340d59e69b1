import { IMAGE_TASK_TYPES } from '#domain/ai-task.ts';
import type { Run } from '#domain/rows/run-row.ts';
import { t } from '#web/texts/app.ts';
import { toAnotherVersion } from '../to-request.ts';
import { useDelegate } from '../use-delegate.ts';
import { useRequestKey } from '../use-request-key.ts';
import { NewVersionForm } from './new-version-form.tsx';

interface TryAgainProps {
  run: Run;
  /** Called when the request was accepted. */
  onDone: () => void;
  onCancel: () => void;
}

/** Form below an answer: another version without further instructions, and its price. */
export function TryAgain({ run, onDone, onCancel }: TryAgainProps) {
  const delegate = useDelegate();
  const keyOf = useRequestKey();
  const isPicture = IMAGE_TASK_TYPES.includes(run.ai_task_type);
  const send = () => {
    const request = toAnotherVersion(run);
    delegate.mutate({ request, key: keyOf(request) }, { onSuccess: onDone });
  };
  return (
    <NewVersionForm
      title={t('delegation.load_again')}
      error={delegate.error}
      canSend
      isBusy={delegate.isPending}
      onSend={send}
      onCancel={onCancel}
    >
      <p className="type-body text-text-2">
        {t(isPicture ? 'delegation.another.hint_picture' : 'delegation.another.hint')}
      </p>
    </NewVersionForm>
  );
}
