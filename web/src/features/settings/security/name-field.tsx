import type { UseFormRegisterReturn } from 'react-hook-form';
import { t } from '#web/texts/settings.ts';
import { TextField } from '#web/ui/controls/text-field.tsx';

/** Characters of a name, as the server takes them. */
const NAME_MAX = 100;

export const nameRule = (name: string) => name.trim() !== '' || t('security.name.required');

/** Name of a key, to tell two apart. */
export function NameField({
  registration,
  error,
}: {
  registration: UseFormRegisterReturn;
  error: string | undefined;
}) {
  return (
    <TextField
      label={t('security.name')}
      maxLength={NAME_MAX}
      autoComplete="off"
      dir="auto"
      error={error}
      {...registration}
    />
  );
}
