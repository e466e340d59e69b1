import { Link } from 'react-router';
import { creditsLeft } from '#domain/shop/credits.ts';
import { CheckModels } from '#web/lib/models/check-models.tsx';
import { ConnectModel } from '#web/lib/models/connect-model.tsx';
import { planTitle } from '#web/lib/plans/plan-title.ts';
import { useCatalogue } from '#web/lib/server/use-catalogue.ts';
import { useConfig } from '#web/lib/server/use-config.ts';
import { refreshProfile, useSession } from '#web/lib/session/session.ts';
import { t } from '#web/texts/settings.ts';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { Tally } from '#web/ui/paper/tally.tsx';
import { ProfileMissing } from '../profile-missing.tsx';
import { SettingsRow } from '../settings-row.tsx';
import { Buying } from './buying.tsx';
import { GrantList } from './grant-list.tsx';
import { HistorySection } from './history-section.tsx';

/** Remaining credits, when they expire, ways to get more, and the history. */
export function CreditsSection() {
  const profile = useSession((state) => state.profile);
  const config = useConfig();
  const catalogue = useCatalogue();
  const left = profile ? creditsLeft(profile) : 0;
  return (
    <SettingsRow
      id="credits"
      title={t('settings.credits')}
      value={
        profile &&
        t('settings.credits.value', { left, plan: planTitle(profile.subscription_tier, catalogue) })
      }
      verb="settings.row.show"
      more={
        <>
          <Link to="/pricing" className={buttonClass('primary', 's')}>
            {t('settings.credits.more')}
          </Link>
          <Link to="/redeem" className={buttonClass('second', 's')}>
            {t('settings.credits.redeem')}
          </Link>
        </>
      }
    >
      {profile === null ? (
        <ProfileMissing onRetry={refreshProfile} />
      ) : (
        <>
          <p>
            <span className="tracking-[-.03em] [font:600_2.5rem/3rem_var(--font-text)]">{left}</span>{' '}
            <span className="ms-0.5 text-text-3">{t('settings.credits.left', { left })}</span>
            <Tally left={left} limit={profile.credits_limit} size="l" />
          </p>
          <ModelNotes />
          {config?.payments && <Buying />}
          <GrantList />
        </>
      )}
      <HistorySection />
    </SettingsRow>
  );
}

/** For the operator: that the demo answers, or a check of the models. */
function ModelNotes() {
  const ai = useConfig()?.ai;
  return (
    <>
      {ai?.demo && (
        <p className="type-meta mt-3 text-text-3">
          {t('settings.credits.demo')} <ConnectModel />
        </p>
      )}
      {ai?.checksModels && (
        <p className="type-meta mt-3">
          <CheckModels />
        </p>
      )}
    </>
  );
}
