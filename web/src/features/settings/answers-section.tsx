import { useState } from 'react';
import { isLanguageCode, LANGUAGES } from '#domain/languages.ts';
import { hasSystemNotices, wantsSystemNotices } from '#web/lib/live/system-notices.ts';
import { t } from '#web/texts/settings.ts';
import { Checkbox } from '#web/ui/controls/checkbox.tsx';
import { SelectField } from '#web/ui/controls/select-field.tsx';
import { NoticesChoice } from './notices-choice.tsx';
import { QueryValue } from './query-value.tsx';
import { SectionQuery } from './section-query.tsx';
import { SettingsRow } from './settings-row.tsx';
import { useChoices } from './use-choices.ts';

const OPTIONS = LANGUAGES.map(({ code, englishName, ownName }) => ({
  value: code,
  label: ownName === englishName ? ownName : `${ownName} (${englishName})`,
}));

/** Default language for answers, unless another is chosen with the task, and alerts when they are ready. */
export function AnswersSection() {
  const { query, asChosen, choose } = useChoices();
  const [hasAlerts, setHasAlerts] = useState(wantsSystemNotices);
  const alerts = hasSystemNotices() ? hasAlerts : null;
  return (
    <SettingsRow
      id="answers"
      title={t('settings.answers')}
      value={
        <QueryValue
          query={query}
          toValue={(known) => {
            const { answer_language: code } = asChosen(known);
            const language = LANGUAGES.find((one) => one.code === code)?.englishName ?? code;
            return alerts === null
              ? language
              : t('settings.answers.value', { language, alerts: String(alerts) });
          }}
        />
      }
    >
      <div className="grid gap-6">
        <SectionQuery query={query} failed={t('settings.load_failed')}>
          {(known) => (
            <div className="max-w-78">
              <SelectField
                label={t('settings.language.label')}
                hint={t('settings.language.hint')}
                options={OPTIONS}
                value={asChosen(known).answer_language}
                onChange={({ target }) => {
                  if (isLanguageCode(target.value)) choose({ answer_language: target.value });
                }}
              />
            </div>
          )}
        </SectionQuery>
        <SectionQuery query={query} failed={t('settings.load_failed')}>
          {(known) => (
            <Checkbox
              className="max-w-160"
              checked={asChosen(known).asks_first}
              onChange={({ target }) => choose({ asks_first: target.checked })}
            >
              {t('settings.asks_first')}
              <span className="type-meta block text-text-3">{t('settings.asks_first.hint')}</span>
            </Checkbox>
          )}
        </SectionQuery>
        {alerts !== null && <NoticesChoice isOn={alerts} onChange={setHasAlerts} />}
      </div>
    </SettingsRow>
  );
}
