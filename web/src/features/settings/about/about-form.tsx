import { type FormEvent, useMemo } from 'react';
import { ABOUT_FACTS_MAX, ABOUT_TONES, ABOUT_UNITS } from '#domain/about-me.ts';
import type { AboutMe } from '#domain/rows/about-me-row.ts';
import { notify } from '#web/lib/page/toast.ts';
import { t } from '#web/texts/settings.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { SelectField } from '#web/ui/controls/select-field.tsx';
import { TextArea } from '#web/ui/controls/text-area.tsx';
import { BroughtBack } from '#web/ui/feedback/brought-back.tsx';
import { countryOptions, currencyOptions, TONE_OPTIONS, toChoice, UNIT_OPTIONS } from './about-options.ts';
import { isUnsaved, type TypedAbout, useTypedAbout } from './typed-about.ts';
import { useSaveAboutMe } from './use-about-me.ts';

/** Country, currency, units, tone and facts, each optional. */
export function AboutForm({ saved }: { saved: AboutMe }) {
  const typed = useTypedAbout((state) => state.typed);
  const clear = () => useTypedAbout.setState({ typed: null });
  const { mutate, isPending } = useSaveAboutMe({
    detail: t('settings.text_kept'),
    onSaved: () => {
      clear();
      notify.success(t('settings.about.saved'));
    },
  });
  const about = { ...saved, ...typed };
  const isChanged = isUnsaved(typed, saved);
  const write = (change: TypedAbout) => useTypedAbout.setState({ typed: { ...typed, ...change } });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isChanged && !isPending) mutate(typed);
  };
  return (
    <form method="post" noValidate className="grid max-w-160 gap-5" onSubmit={submit}>
      <BroughtBack isWritten={isChanged} onStartAfresh={clear} />
      <p className="text-text-2">{t('settings.about.lead')}</p>
      <Choices about={about} onChange={write} />
      <TextArea
        label={t('settings.about.facts')}
        hint={t('settings.about.facts.hint')}
        dir="auto"
        maxLength={ABOUT_FACTS_MAX}
        value={about.about_facts}
        onChange={({ target }) => write({ about_facts: target.value })}
      />
      <div>
        <Button type="submit" disabled={!isChanged} busy={isPending} busyLabel={t('settings.saving')}>
          {t('settings.save')}
        </Button>
      </div>
    </form>
  );
}

function Choices({ about, onChange }: { about: AboutMe; onChange: (change: TypedAbout) => void }) {
  const [countries, currencies] = useMemo(() => [countryOptions(), currencyOptions()], []);
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <SelectField
        label={t('settings.about.country')}
        autoComplete="country"
        options={countries}
        value={about.about_country ?? ''}
        onChange={({ target }) => onChange({ about_country: target.value || null })}
      />
      <SelectField
        label={t('settings.about.currency')}
        options={currencies}
        value={about.about_currency ?? ''}
        onChange={({ target }) => onChange({ about_currency: target.value || null })}
      />
      <SelectField
        label={t('settings.about.units')}
        options={UNIT_OPTIONS}
        value={about.about_units ?? ''}
        onChange={({ target }) => onChange({ about_units: toChoice(ABOUT_UNITS, target.value) })}
      />
      <SelectField
        label={t('settings.about.tone')}
        options={TONE_OPTIONS}
        value={about.about_tone ?? ''}
        onChange={({ target }) => onChange({ about_tone: toChoice(ABOUT_TONES, target.value) })}
      />
    </div>
  );
}
