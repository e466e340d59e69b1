import type { User } from '@supabase/supabase-js';
import KeyRound from 'lucide-react/icons/key-round';
import LifeBuoy from 'lucide-react/icons/life-buoy';
import MessageSquare from 'lucide-react/icons/message-square';
import Smartphone from 'lucide-react/icons/smartphone';
import { useState } from 'react';
import { hasWebAuthn } from '#web/lib/device/has-webauthn.ts';
import { useConfig } from '#web/lib/server/use-config.ts';
import { t } from '#web/texts/settings.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { EntryRow } from '../../entry-row.tsx';
import { toMoment } from '../../moments.ts';
import { QueryValue } from '../../query-value.tsx';
import { SectionQuery } from '../../section-query.tsx';
import { SettingsRow } from '../../settings-row.tsx';
import { useAccount } from '../use-account.ts';
import { FactorDialogs, type OpenDialog } from './factor-dialogs.tsx';
import { freeName, listFactors, type ShownFactor } from './factor-list.ts';
import { useCodesLeft } from './recovery-codes.ts';

const ICONS = { app: Smartphone, key: KeyRound, phone: MessageSquare } as const;

function FactorRow({ factor, onRemove }: { factor: ShownFactor; onRemove: () => void }) {
  const name = factor.name || t(`security.${factor.kind}.name`);
  const note = t('security.added', { moment: toMoment(factor.createdAt) });
  return (
    <EntryRow icon={ICONS[factor.kind]} title={name} note={note}>
      <Button size="s" aria-label={t('security.remove_one', { name })} onClick={onRemove}>
        {t('security.remove')}
      </Button>
    </EntryRow>
  );
}

const toValue = (user: User) =>
  t(listFactors(user).factors.length > 0 ? 'security.factors.on' : 'security.factors.off');

/** Second factors: apps, keys, phone numbers, and recovery codes. */
export function FactorsSection() {
  const query = useAccount();
  return (
    <SettingsRow
      id="factors"
      title={t('security.factors')}
      value={<QueryValue query={query} toValue={toValue} />}
    >
      <SectionQuery query={query} failed={t('security.load_failed')}>
        {(user) => <Factors user={user} />}
      </SectionQuery>
    </SettingsRow>
  );
}

function Factors({ user }: { user: User }) {
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const { factors, hasCodes, names } = listFactors(user);
  const sendsTexts = (useConfig()?.texts ?? 'none') !== 'none';
  const add = (kind: 'app' | 'key' | 'phone') =>
    setOpen({ kind: `add_${kind}`, name: freeName(t(`security.${kind}.name`), names), hasCodes });
  return (
    <div className="grid gap-4">
      <p className="max-w-160 text-text-2">{t('security.factors.lead')}</p>
      {factors.length > 0 && (
        <ul aria-label={t('security.factors')} className="border-t border-line">
          {factors.map((factor) => (
            <FactorRow
              key={factor.id}
              factor={factor}
              onRemove={() => setOpen({ kind: 'remove', factor, isLast: factors.length === 1 })}
            />
          ))}
          <CodesRow hasCodes={hasCodes} onMake={() => setOpen({ kind: 'codes', hasCodes })} />
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => add('app')}>{t('security.app.add')}</Button>
        {hasWebAuthn() && <Button onClick={() => add('key')}>{t('security.key.add')}</Button>}
        {sendsTexts && <Button onClick={() => add('phone')}>{t('security.phone.add')}</Button>}
      </div>
      <FactorDialogs open={open} onClose={() => setOpen(null)} />
    </div>
  );
}

/** Recovery codes for when app and key are lost: number left, and a button for new ones. */
function CodesRow({ hasCodes, onMake }: { hasCodes: boolean; onMake: () => void }) {
  const { data, isError } = useCodesLeft(hasCodes);
  const state = () => {
    if (!hasCodes) return t('security.codes.none');
    if (data) return t('security.codes.left', { remaining: data.remaining, total: data.total });
    return isError ? t('security.codes.uncounted') : '\u00a0';
  };
  return (
    <EntryRow icon={LifeBuoy} title={t('security.codes')} note={state()}>
      <Button size="s" onClick={onMake}>
        {t(hasCodes ? 'security.codes.renew' : 'security.codes.make')}
      </Button>
    </EntryRow>
  );
}
