import type { UseFormRegisterReturn } from 'react-hook-form';
import { t } from '#web/texts/settings.ts';
import { TextField } from '#web/ui/controls/text-field.tsx';

/** Maximum length of a name, as on the server. */
const NAME_MAX = 100;

export const nameRule = (name: string) => name.trim() !== '' || t('security.name.required');

/** Name of a key, to tell keys apart. */
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
