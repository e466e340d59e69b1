import { t } from '#web/texts/later.ts';
import { TextField, type TextFieldProps } from './text-field.tsx';

/** Phone number field, the same wherever texts can be sent. */
export function PhoneField(props: Omit<TextFieldProps, 'label' | 'hint' | 'type' | 'autoComplete'>) {
  return (
    <TextField label={t('auth.phone')} hint={t('auth.phone.hint')} type="tel" autoComplete="tel" {...props} />
  );
}
