import { LifeBuoy } from 'lucide-react';
import { t } from '#web/texts/app.ts';
import { Button } from '#web/ui/button.tsx';
import { useCodesLeft } from './recovery-codes.ts';

/** The codes for when app and key are lost: how many are left, and new ones. */
export function CodesRow({ hasCodes, onMake }: { hasCodes: boolean; onMake: () => void }) {
  const { data, isError } = useCodesLeft(hasCodes);
  const state = () => {
    if (!hasCodes) return t('security.codes.none');
    if (data) return t('security.codes.left', { remaining: data.remaining, total: data.total });
    return isError ? t('security.codes.uncounted') : '\u00a0';
  };
  return (
    <li className="flex items-center gap-3 border-b border-line py-2.5">
      <LifeBuoy size={16} aria-hidden className="shrink-0 text-text-3" />
      <div className="min-w-0 grow">
        <p>{t('security.codes')}</p>
        <p className="type-slip text-text-3">{state()}</p>
      </div>
      <Button size="s" onClick={onMake}>
        {t(hasCodes ? 'security.codes.renew' : 'security.codes.make')}
      </Button>
    </li>
  );
}
