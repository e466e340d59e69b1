import { useLayoutEffect, useState } from 'react';
import type { AboutMe } from '#domain/rows/about-me-row.ts';
import { countryName } from '#web/lib/format/countries.ts';
import { useSession } from '#web/lib/session/session.ts';
import { t } from '#web/texts/settings.ts';
import { Checkbox } from '#web/ui/controls/checkbox.tsx';
import { QueryValue } from '../query-value.tsx';
import { SectionQuery } from '../section-query.tsx';
import { SettingsRow } from '../settings-row.tsx';
import { AboutForm } from './about-form.tsx';
import { isUnsaved, keepAboutOf, useTypedAbout } from './typed-about.ts';
import { useAboutMe, useSaveAboutMe } from './use-about-me.ts';

/** What the user says about themselves, for the assistant. */
export function AboutSection() {
  const query = useAboutMe();
  const id = useSession((state) => state.user?.id);
  // Before paint, so that the form opens with the draft.
  useLayoutEffect(() => {
    if (id !== undefined) keepAboutOf(id);
  }, [id]);
  const { typed, isRead } = useTypedAbout();
  return (
    <SettingsRow
      id="about"
      title={t('settings.about')}
      value={
        <QueryValue
          query={query}
          toValue={(saved) =>
            isUnsaved(typed, saved)
              ? t('settings.about.unsaved', { said: wordSaid({ ...saved, ...typed }) })
              : t('settings.about.value', { said: wordSaid(saved), sent: String(saved.sends_about) })
          }
        />
      }
    >
      <SectionQuery query={query} failed={t('settings.load_failed')}>
        {(saved) => (
          <>
            {isRead && <AboutForm saved={saved} />}
            <SendSwitch isOn={saved.sends_about} />
          </>
        )}
      </SectionQuery>
    </SettingsRow>
  );
}

/** Off, the assistant gets none of it. Takes effect at once, without the form. */
function SendSwitch({ isOn }: { isOn: boolean }) {
  // Overrides the query's data, which updates a moment after the click; the box would flash its old state.
  const [unconfirmed, setUnconfirmed] = useState<boolean | null>(null);
  const { mutate } = useSaveAboutMe({
    detail: t('settings.save_failed.detail'),
    onSettled: () => setUnconfirmed(null),
  });
  return (
    <Checkbox
      className="mt-6 max-w-160"
      checked={unconfirmed ?? isOn}
      onChange={({ target }) => {
        setUnconfirmed(target.checked);
        mutate({ sends_about: target.checked });
      }}
    >
      {t('settings.about.send')}
      <span className="type-meta block text-text-3">{t('settings.about.send.hint')}</span>
    </Checkbox>
  );
}

/** The short parts, in a row. */
function wordSaid({ about_country, about_currency, about_units, about_tone, about_facts }: AboutMe): string {
  const parts = [
    about_country && countryName(about_country),
    about_currency,
    about_units && t(`settings.about.units.short.${about_units}`),
    about_tone && t(`settings.about.tone.short.${about_tone}`),
    about_facts.trim() && t('settings.about.facts.short'),
  ].filter(Boolean);
  return parts.join(', ') || t('settings.about.nothing');
}
