import { creditsLeft } from '#domain/credits.ts';
import { messages } from '#domain/messages.ts';
import { useSession } from '#web/lib/session.ts';
import { CreditsBadge } from '#web/ui/credits-badge.tsx';

/** The plan and what is left of its credits, once the profile is known. */
export function PlanCredits() {
  const profile = useSession((state) => state.profile);
  if (profile === null) return null;
  return (
    <CreditsBadge
      plan={messages.names.tier[profile.subscription_tier]}
      left={creditsLeft(profile)}
      limit={profile.credits_limit}
    />
  );
}
