import type { User } from '@supabase/supabase-js';
import KeyRound from 'lucide-react/icons/key-round';
import { useEffect, useRef, useState } from 'react';
import { hasWebAuthn } from '#web/lib/device/has-webauthn.ts';
import { endSession } from '#web/lib/session/session.ts';
import { t } from '#web/texts/later.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { TextButton } from '#web/ui/controls/text-button.tsx';
import { InlineError } from '#web/ui/feedback/inline-error.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { FactorCodeForm } from './factor-code-form.tsx';
import { FactorPhone } from './factor-phone.tsx';
import { type FactorWay, type KeyWay, waysOf } from './factor-ways.ts';
import { showFactor } from './show-factor.ts';

/** Second step of a sign-in. The page follows the session to decide what comes next. */
export function SecondFactor({ user }: { user: User }) {
  const ways = waysOf(user.factors);
  const [chosen, setChosen] = useState(ways[0]?.id);
  const way = ways.find(({ id }) => id === chosen) ?? ways[0];
  const step = useRef<HTMLDivElement>(null);
  // The button is gone with its form, so focus the next step.
  useEffect(() => step.current?.querySelector<HTMLElement>('input, button')?.focus(), [way?.id]);
  const others = ways.filter((other) => other !== way);
  return (
    <div ref={step} className="grid gap-6">
      {way ? <Way key={way.id} way={way} /> : <Notice>{t('auth.factor.none')}</Notice>}
      {others.length > 0 && (
        <div className="type-meta text-text-3">
          <p id="other-ways">{t('auth.factor.others')}</p>
          <ul aria-labelledby="other-ways" className="mt-2 grid justify-items-start gap-5">
            {others.map((other) => (
              <li key={other.id}>
                <TextButton alone onPress={() => setChosen(other.id)}>
                  {labelOf(other)}
                </TextButton>
              </li>
            ))}
          </ul>
        </div>
      )}
      <p className="type-meta text-text-3">
        <TextButton alone onPress={() => void endSession()}>
          {t('auth.factor.leave')}
        </TextButton>
      </p>
    </div>
  );
}

function Way({ way }: { way: FactorWay }) {
  switch (way.kind) {
    case 'key':
      return <FactorKey way={way} />;
    case 'phone':
      return <FactorPhone way={way} />;
    case 'code':
    case 'recovery':
      return <FactorCodeForm way={way} />;
  }
}

function labelOf(way: FactorWay): string {
  return way.kind === 'recovery' ? t('auth.factor.recovery.use') : t('auth.factor.use', { name: way.name });
}

/** Asks for a security key on a click, because browsers ignore requests without one. */
function FactorKey({ way }: { way: KeyWay }) {
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
