import { t } from '#web/texts/later.ts';
import { TextField, type TextFieldProps } from '#web/ui/controls/text-field.tsx';

/** Email field with the same name on every page, so that browsers autofill it. */
export function EmailField(props: Omit<TextFieldProps, 'label' | 'type' | 'autoComplete'>) {
  return <TextField label={t('auth.email')} type="email" autoComplete="email" {...props} />;
}
