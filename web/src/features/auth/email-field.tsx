import { t } from '#web/texts/app.ts';
import { TextField, type TextFieldProps } from '#web/ui/controls/text-field.tsx';

/** The address, asked for alike on every page, so that a browser offers it on every page. */
export function EmailField(props: Omit<TextFieldProps, 'label' | 'type' | 'autoComplete'>) {
  return <TextField label={t('auth.email')} type="email" autoComplete="email" {...props} />;
}
