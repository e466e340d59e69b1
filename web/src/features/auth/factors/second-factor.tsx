import type { User } from '@supabase/supabase-js';
import { useEffect, useRef, useState } from 'react';
import { endSession } from '#web/lib/session/session.ts';
import { t } from '#web/texts/app.ts';
import { TextButton } from '#web/ui/controls/text-button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { FactorCodeForm } from './factor-code-form.tsx';
import { FactorKey } from './factor-key.tsx';
import { FactorPhone } from './factor-phone.tsx';
import { type FactorWay, waysOf } from './factor-ways.ts';

/** The second step of a sign-in. What follows is the page's matter: it follows the session. */
export function SecondFactor({ user }: { user: User }) {
  const ways = waysOf(user.factors);
  const [chosen, setChosen] = useState(ways[0]?.id);
  const way = ways.find(({ id }) => id === chosen) ?? ways[0];
  const step = useRef<HTMLDivElement>(null);
  // What was pressed before is gone with its form or its place in the list.
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
