import { t } from '#web/texts/app.ts';

/** Attributes of a field for a one-time code: numeric keyboard and autofill from messages. */
export const CODE_FIELD = {
  placeholder: t('auth.code.placeholder'),
  inputMode: 'numeric',
  autoComplete: 'one-time-code',
} as const;
