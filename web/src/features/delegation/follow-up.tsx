import { Forward } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { INSTRUCTION_MAX } from '#domain/ai-task.ts';
import { isLanguageCode } from '#domain/languages.ts';
import type { Response, Run } from '#web/lib/rows.ts';
import { useCredits } from '#web/lib/use-credits.ts';
import { t } from '#web/texts/app.ts';
import { Button } from '#web/ui/button.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { DelegationCost } from './delegation-cost.tsx';
import { LANGUAGE_OPTIONS } from './language-options.ts';
import { Refusal } from './refusal.tsx';
import { RegionField } from './region-field.tsx';
import { useFollowUp } from './use-follow-up.ts';

interface FollowUpProps {
  run: Run;
  answer: Response;
  /** It was accepted. */
  onDone: () => void;
  onCancel: () => void;
}

/** Below an answer: what should be different about it, and what a new version costs. */
export function FollowUp({ run, answer, onDone, onCancel }: FollowUpProps) {
  const form = useFollowUp({ run, answer, onDone });
  const credits = useCredits();
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    section.current?.scrollIntoView({ block: 'nearest' });
    section.current?.querySelector('textarea')?.focus({ preventScroll: true });
  }, []);
  return (
    <section ref={section} className="not-printed mt-10 scroll-mb-6 border-t border-line-strong pt-5">
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (credits.canDelegate) void form.submit();
        }}
      >
        <h3 className="type-title-3">{t('delegation.follow_up')}</h3>
        <Refusal error={form.error} canDelegate={credits.canDelegate} />
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
        {form.isPicture && <RegionField region={form.region} />}
        {!form.isPicture && (
          <SelectField
            label={t('delegation.language')}
            value={form.language}
            onChange={({ target: { value } }) => isLanguageCode(value) && form.setLanguage(value)}
            options={LANGUAGE_OPTIONS}
          />
        )}
        <div className="flex flex-wrap items-center gap-3">
          <DelegationCost credits={credits} />
          <span className="grow max-md:hidden" />
          <Button look="plain" className="max-md:flex-1" onClick={onCancel}>
            {t('delegation.cancel')}
          </Button>
          <Button
            look="primary"
            type="submit"
            className="max-md:flex-1"
            icon={<Forward size={16} aria-hidden className="rtl:-scale-x-100" />}
            disabled={!form.canSend || !credits.canDelegate}
            busy={form.isBusy}
            busyLabel={t('delegation.delegating')}
          >
            {t('delegation.follow_up.send')}
          </Button>
        </div>
      </form>
    </section>
  );
}
