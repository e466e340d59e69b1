import type { BrowserConfig } from '#domain/browser-config.ts';
import type { Profile } from '#domain/rows/profile-row.ts';
import { creditsLeft } from '#domain/shop/credits.ts';
import { knownConfig } from '../server/config.ts';
import { useConfig } from '../server/use-config.ts';
import { useSession } from '../session/session.ts';

export interface Credits {
  readonly left: number;
  /** No model is connected: the free demo answers. */
  readonly isFree: boolean;
  readonly canDelegate: boolean;
}

/** Credits that the signed-in user can spend. */
export function useCredits(): Credits {
  const profile = useSession((state) => state.profile);
  return toCredits(profile, useConfig());
}

/** The same outside of rendering, for an event handler. */
export function readCredits(): Credits {
  return toCredits(useSession.getState().profile, knownConfig());
}

/** Until loaded, nothing is refused: the server decides anyway. */
function toCredits(profile: Profile | null, config: BrowserConfig | null): Credits {
  const isFree = config?.ai.demo ?? false;
  const left = profile ? creditsLeft(profile) : 0;
  return {
    left,
    isFree,
    canDelegate: isFree || profile === null || config === null || left > 0,
  };
}
