import { isLanguageCode, LANGUAGES } from '#domain/languages.ts';
import { t } from '#web/texts/settings.ts';
import { SelectField } from '#web/ui/controls/select-field.tsx';
import { Section } from './section.tsx';
import { SectionQuery } from './section-query.tsx';
import { useChoices } from './use-choices.ts';

const OPTIONS = LANGUAGES.map(({ code, englishName, ownName }) => ({
  value: code,
  label: ownName === englishName ? ownName : `${ownName} (${englishName})`,
}));

/** The language in which answers are asked for, unless another is chosen with the task. */
export function LanguageSection() {
  const { query, asChosen, choose } = useChoices();
  return (
    <Section id="language" title={t('settings.language')}>
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
    </Section>
  );
}
