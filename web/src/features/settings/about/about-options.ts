import { ABOUT_TONES, ABOUT_UNITS } from '#domain/about-me.ts';
import { countries } from '#web/lib/format/countries.ts';
import { LANGUAGE } from '#web/texts/locale.ts';
import { t } from '#web/texts/settings.ts';
import type { SelectOption } from '#web/ui/controls/select-field.tsx';

/** Value of the option that says nothing. */
const UNSAID = '';

const withUnsaid = (options: readonly SelectOption[]): SelectOption[] => [
  { value: UNSAID, label: t('settings.about.unsaid') },
  ...options,
];

/** The known choice, or null for none. */
export const toChoice = <Choice extends string>(choices: readonly Choice[], value: string): Choice | null =>
  choices.find((choice) => choice === value) ?? null;

export const countryOptions = (): SelectOption[] =>
  withUnsaid(countries().map(({ code, name }) => ({ value: code, label: name })));

export function currencyOptions(): SelectOption[] {
  const names = new Intl.DisplayNames(LANGUAGE, { type: 'currency' });
  const all = Intl.supportedValuesOf('currency').map((code) => ({
    value: code,
    label: `${names.of(code) ?? code} (${code})`,
  }));
  return withUnsaid(all.toSorted((a, b) => a.label.localeCompare(b.label, LANGUAGE)));
}

export const UNIT_OPTIONS = withUnsaid(
  ABOUT_UNITS.map((value) => ({ value, label: t(`settings.about.units.${value}`) })),
);

export const TONE_OPTIONS = withUnsaid(
  ABOUT_TONES.map((value) => ({ value, label: t(`settings.about.tone.${value}`) })),
);
