import { Trans } from '@lingui/react';
import { Link } from 'react-router';
import { COMPLETED_KEPT } from '#domain/task.ts';
import { TRASH_DAYS } from '#domain/trash.ts';
import { t } from '#web/texts/settings.ts';
import { Checkbox } from '#web/ui/controls/checkbox.tsx';
import { QueryValue } from './query-value.tsx';
import { SectionQuery } from './section-query.tsx';
import { SettingsRow } from './settings-row.tsx';
import { useChoices } from './use-choices.ts';

/** Retention of completed and deleted tasks. */
export function TasksSection() {
  const { query, asChosen, choose } = useChoices();
  return (
    <SettingsRow
      id="tasks"
      title={t('settings.retention')}
      value={
        <QueryValue
          query={query}
          toValue={(known) =>
            asChosen(known).remove_oldest_completed
              ? t('settings.retention.newest', { kept: COMPLETED_KEPT })
              : t('settings.retention.all')
          }
        />
      }
    >
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
    </SettingsRow>
  );
}
