import { useState } from 'react';
import { IMAGE_TASK_TYPES } from '#domain/ai-task.ts';
import type { RunRecord } from '#domain/rows/run-row.ts';
import { t } from '#web/texts/later.ts';
import { TextArea } from '#web/ui/controls/text-area.tsx';
import { WishField } from '../form/wish-field.tsx';
import { toAnotherVersion } from '../to-request.ts';
import { useDelegate } from '../use-delegate.ts';
import { useRequestKey } from '../use-request-key.ts';
import { contractOfVersion } from './contract-of-version.ts';
import { NewVersionForm } from './new-version-form.tsx';
import { editableWords } from './run-words.ts';

interface TryAgainProps {
  record: RunRecord;
  /** Called when the request was accepted. */
  onDone: () => void;
  onCancel: () => void;
}

/** Form below an answer: another version, with its words to change, and its price. */
export function TryAgain({ record: { run, events }, onDone, onCancel }: TryAgainProps) {
  const delegate = useDelegate();
  const keyOf = useRequestKey();
  const words = editableWords(run, events);
  const [text, setText] = useState(words.text);
  const isPicture = IMAGE_TASK_TYPES.includes(run.ai_task_type);
  const request = toAnotherVersion(run, { [words.kind]: text.trim() || undefined });
  const send = () => {
    delegate.mutate({ request, key: keyOf(request) }, { onSuccess: onDone });
  };
  return (
    <NewVersionForm
      title={t('delegation.load_again')}
      error={delegate.error}
      contract={contractOfVersion(run, request)}
      canSend
      isBusy={delegate.isPending}
      onSend={send}
      onCancel={onCancel}
    >
      <p className="type-body text-text-2">
        {t(isPicture ? 'delegation.another.hint_picture' : 'delegation.another.hint')}
      </p>
      {words.kind === 'instruction' ? (
        <TextArea
          label={t('delegation.follow_up.label')}
          dir="auto"
          rows={2}
          maxLength={words.maxLength}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      ) : (
        <WishField
          type={run.ai_task_type}
          value={text}
          onChange={setText}
          maxLength={words.maxLength}
          {...(words.kind === 'brief' && { hint: t('delegation.another.hint_brief') })}
        />
      )}
    </NewVersionForm>
  );
}
