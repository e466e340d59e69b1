import { useState } from 'react';
import { notify } from '#web/lib/page/toast.ts';
import { t } from '#web/texts/settings.ts';
import { makeCodes } from './recovery-codes.ts';

interface Added {
  readonly hasCodes: boolean;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

/** Shows recovery codes right after the first factor is added: later it may be lost already. */
export function useFirstCodes({ hasCodes, onChanged, onClose }: Added) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const finish = async () => {
    notify.success(t('security.added_toast'), { detail: t('security.added_toast.detail') });
    const made = hasCodes ? null : await makeCodes(false);
    onChanged();
    if (made?.data) setCodes(made.data);
    // The section shows that there are none, with a button to make some.
    else onClose();
  };
  return { codes, finish };
}
