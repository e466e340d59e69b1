import { t } from '#web/texts/app.ts';

/** What a field for a code that works once has beside its label: digits on a phone, filled in from a message. */
export const CODE_FIELD = {
  placeholder: t('auth.code.placeholder'),
  inputMode: 'numeric',
  autoComplete: 'one-time-code',
} as const;
