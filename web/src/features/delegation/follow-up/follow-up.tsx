import { INSTRUCTION_MAX } from '#domain/ai-task.ts';
import { isLanguageCode } from '#domain/languages.ts';
import type { Response } from '#domain/rows/response-row.ts';
import type { Run } from '#domain/rows/run-row.ts';
import { t } from '#web/texts/later.ts';
import { SelectField } from '#web/ui/controls/select-field.tsx';
import { TextArea } from '#web/ui/controls/text-area.tsx';
import { TextButton } from '#web/ui/controls/text-button.tsx';
import { BroughtBack } from '#web/ui/feedback/brought-back.tsx';
import { LANGUAGE_OPTIONS } from '../form/language-options.ts';
import { RegionField } from '../picture/region-field.tsx';
import { NewVersionForm } from './new-version-form.tsx';
import { useFollowUp } from './use-follow-up.ts';

interface FollowUpProps {
  run: Run;
  answer: Response;
  onCancel: () => void;
}

/** Form below an answer: what to change, and the price of a new version. */
export function FollowUp({ run, answer, onCancel }: FollowUpProps) {
  const form = useFollowUp({ run, answer });
  return (
    <NewVersionForm
      title={t('delegation.follow_up')}
      error={form.error}
      contract={form.contract}
      canSend={form.canSend}
      isBusy={form.isBusy}
      onSend={() => void form.submit()}
      onCancel={onCancel}
    >
      <BroughtBack isWritten={form.instruction !== ''} onStartAfresh={() => form.setInstruction('')} />
      <TextArea
        label={t('delegation.follow_up.label')}
        placeholder={t(
          form.isPicture ? 'delegation.follow_up.example_picture' : 'delegation.follow_up.example',
        )}
        hint={t(form.isPicture ? 'delegation.follow_up.hint_picture' : 'delegation.follow_up.hint')}
        rows={3}
        maxLength={INSTRUCTION_MAX}
        value={form.instruction}
        onChange={({ target }) => form.setInstruction(target.value)}
      />
      {!form.isPicture && form.instruction === '' && (
        <p>
          <TextButton alone onPress={() => form.setInstruction(t('delegation.follow_up.tasks_text'))}>
            {t('delegation.follow_up.tasks')}
          </TextButton>
        </p>
      )}
      {form.isPicture && <RegionField region={form.region} />}
      {!form.isPicture && (
        <SelectField
          label={t('delegation.language')}
          value={form.language}
          onChange={({ target: { value } }) => isLanguageCode(value) && form.setLanguage(value)}
          options={LANGUAGE_OPTIONS}
        />
      )}
    </NewVersionForm>
  );
}
