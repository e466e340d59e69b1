import { creditsLeft } from '#domain/credits.ts';
import { useSession } from './session.ts';
import { useConfig } from './use-config.ts';

export interface Credits {
  readonly left: number;
  readonly limit: number;
  /** No model is connected: the demo answers, and takes nothing. */
  readonly isFree: boolean;
  readonly canDelegate: boolean;
}

/** What the signed-in person can spend. Until it is known, nothing is refused: the server decides anyway. */
export function useCredits(): Credits {
  const profile = useSession((state) => state.profile);
  const isFree = useConfig()?.ai.demo ?? false;
  const left = profile ? creditsLeft(profile) : 0;
  return {
    left,
    limit: profile?.credits_limit ?? 0,
    isFree,
    canDelegate: isFree || profile === null || left > 0,
  };
}
