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
import { Badge } from '#web/ui/marks/badge.tsx';
import { Tally } from '#web/ui/paper/tally.tsx';
import { ProfileMissing } from '../profile-missing.tsx';
import { Section } from '../section.tsx';
import { Buying } from './buying.tsx';
import { GrantList } from './grant-list.tsx';

/** Remaining credits, when they expire, and ways to get more. */
export function CreditsSection() {
  const profile = useSession((state) => state.profile);
  const config = useConfig();
  const catalogue = useCatalogue();
  const isFree = config?.ai.demo ?? false;
  const left = profile ? creditsLeft(profile) : 0;
  return (
    <Section
      id="credits"
      title={t('settings.credits')}
      aside={profile && <Badge>{planTitle(profile.subscription_tier, catalogue)}</Badge>}
    >
      {profile === null ? (
        <ProfileMissing onRetry={refreshProfile} />
      ) : (
        <>
          <div className="flex flex-wrap items-end gap-x-8 gap-y-4">
            <p className="grow">
              <span className="tracking-[-.03em] [font:600_2.5rem/3rem_var(--font-text)]">{left}</span>{' '}
              <span className="ms-0.5 text-text-3">
                {t('settings.credits.left', { limit: profile.credits_limit })}
              </span>
              <Tally left={left} limit={profile.credits_limit} size="l" />
            </p>
            <div className="flex flex-wrap gap-2">
              <Link to="/redeem" className={buttonClass('second')}>
                {t('settings.credits.redeem')}
              </Link>
              <Link to="/pricing" className={buttonClass('primary')}>
                {t('settings.credits.more')}
              </Link>
            </div>
          </div>
          {isFree && (
            <p className="type-meta mt-3 text-text-3">
              {t('settings.credits.demo')} <ConnectModel />
            </p>
          )}
          {config?.ai.checksModels && (
            <p className="type-meta mt-3">
              <CheckModels />
            </p>
          )}
          {config?.payments && <Buying />}
          <GrantList />
        </>
      )}
    </Section>
  );
}
