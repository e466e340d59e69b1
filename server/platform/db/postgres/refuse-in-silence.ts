import type { Log } from '#server/lib/log.ts';
import type { ConnectionPool } from './connection-pool.ts';
import { SilenceWatch } from './silence-watch.ts';

/** The connection whose questions are answered at once, however busy the database is. */
interface Ear {
  readonly isAsking: boolean;
  readonly isUp: boolean;
}

interface Parts {
  readonly pools: readonly ConnectionPool[];
  readonly ear: () => Ear;
  readonly log: Log;
  /** It was silent, and kept its connections. */
  readonly onRecovery: () => void;
}

const CUT = 'no answer came any more';

/**
 * While the database is silent, requests fail at once instead of waiting for their limits. What it was asked before, it may
 * still answer for some seconds. The listening connection goes on trying, and its first answer lets all others through.
 */
export function refuseInSilence({ pools, ear, log, onRecovery }: Parts): SilenceWatch {
  return new SilenceWatch({
    isAsking: () => ear().isAsking,
    onSilence() {
      log.warn('the database is silent: requests are refused until it answers');
      for (const pool of pools) pool.fallSilent();
    },
    onGivenUp() {
      for (const pool of pools) pool.cut(CUT);
    },
    onAnswer() {
      log.info('the database answers again');
      const { isUp } = ear();
      for (const pool of pools) {
        // What the listening connection didn't survive, the others didn't either.
        if (!isUp) {
          pool.renew();
          pool.cut(CUT);
        }
        pool.speakAgain();
      }
      if (isUp) onRecovery();
    },
  });
}
