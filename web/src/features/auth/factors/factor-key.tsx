import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { hasWebAuthn } from '#web/lib/device/has-webauthn.ts';
import { t } from '#web/texts/app.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { InlineError } from '#web/ui/feedback/inline-error.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import type { KeyWay } from './factor-ways.ts';
import { showFactor } from './show-factor.ts';

/** Has the browser ask for a security key. By a press, because browsers answer no page that asks by itself. */
export function FactorKey({ way }: { way: KeyWay }) {
  const [failure, setFailure] = useState<string | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  if (!hasWebAuthn()) return <Notice>{t('auth.factor.key.unsupported')}</Notice>;
  const ask = async () => {
    setIsAsking(true);
    setFailure(null);
    setFailure(await showFactor(way, ''));
    setIsAsking(false);
  };
  return (
    <div className="grid gap-4">
      {failure && <InlineError>{failure}</InlineError>}
      <Button
        look="primary"
        className="md:h-10"
        icon={<KeyRound size={16} aria-hidden />}
        busy={isAsking}
        busyLabel={t('auth.factor.key.busy')}
        onClick={() => void ask()}
      >
        {t('auth.factor.use', { name: way.name })}
      </Button>
    </div>
  );
}
