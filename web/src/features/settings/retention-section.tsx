import { Trans } from '@lingui/react';
import { Link } from 'react-router';
import { COMPLETED_KEPT } from '#domain/task.ts';
import { TRASH_DAYS } from '#domain/trash.ts';
import { t } from '#web/texts/settings.ts';
import { Checkbox } from '#web/ui/controls/checkbox.tsx';
import { Section } from './section.tsx';
import { SectionQuery } from './section-query.tsx';
import { useChoices } from './use-choices.ts';

/** What becomes of completed tasks, and how long what is deleted can be brought back. */
export function RetentionSection() {
  const { query, asChosen, choose } = useChoices();
  return (
    <Section id="data" title={t('settings.retention')}>
      <div className="grid max-w-160 gap-4">
        <SectionQuery query={query} failed={t('settings.load_failed')}>
          {(known) => (
            <Checkbox
              checked={asChosen(known).remove_oldest_completed}
              onChange={({ target }) => choose({ remove_oldest_completed: target.checked })}
            >
              {t('settings.retention.remove', { kept: COMPLETED_KEPT })}
              <span className="type-meta block text-text-3">
                {t('settings.retention.remove.hint', { kept: COMPLETED_KEPT })}
              </span>
            </Checkbox>
          )}
        </SectionQuery>
        <p className="type-meta text-text-3">
          <Trans
            id="settings.retention.trash"
            values={{ days: TRASH_DAYS }}
            components={{ trash: <Link to="/trash" className="link" /> }}
          />
        </p>
      </div>
    </Section>
  );
}
