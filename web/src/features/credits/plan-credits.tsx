import { Link } from 'react-router';
import { creditsLeft } from '#domain/shop/credits.ts';
import { planTitle } from '#web/lib/plans/plan-title.ts';
import { useUpgradeDialog } from '#web/lib/plans/upgrade-dialog.ts';
import { useCatalogue } from '#web/lib/server/use-catalogue.ts';
import { useSession } from '#web/lib/session/session.ts';
import { t } from '#web/texts/app.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { CreditsBadge } from '#web/ui/marks/credits-badge.tsx';

/** Plan and remaining credits, linking to their history; with none left, to ways of getting more. */
export function PlanCredits() {
  const profile = useSession((state) => state.profile);
  const catalogue = useCatalogue();
  const openUpgrade = useUpgradeDialog((state) => state.open);
  if (profile === null) return null;
  const left = creditsLeft(profile);
  return (
    <>
      <Link to="/settings#credits" className="rounded-control hover:bg-well">
        <CreditsBadge
          plan={planTitle(profile.subscription_tier, catalogue)}
          left={left}
          limit={profile.credits_limit}
        />
      </Link>
      {left === 0 && (
        <Button size="s" className="max-md:px-2.5" onClick={openUpgrade}>
          {t('credits.upgrade')}
        </Button>
      )}
    </>
  );
}
