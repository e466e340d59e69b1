import { peerKey } from '../http/peer-key.ts';
import type { RateLimit, RateLimiter } from '../http/rate-limiter.ts';
import type { AuthError } from './auth-error.ts';
import { refusals } from './auth-error.ts';
import type { AuthLimits } from './auth-settings.ts';

type PeerLimit = 'tokenPeer' | 'verifyPeer' | 'signUpPeer' | 'anonymousPeer';

/** All limits of the room in one place, each taken before the work. Throws a 429. */
export interface AuthLimiter {
  /** One request of this kind from this peer. */
  takePeer(limit: PeerLimit, ip: string): Promise<void>;
  /** One guess at this account, by password, code or nonce. */
  takeGuess(address: string): Promise<void>;
  /** One mail to this address, asked for by this peer, whether or not there is anybody to get it. */
  takeMail(address: string, ip: string): Promise<void>;
  /** One text to this number, asked for by this peer, and by this person where somebody is signed in. */
  takeText(text: { phone: string; ip: string; userId?: string }): Promise<void>;
  /**
   * Whether one more guess at this account may count: like `takeGuess`, for where a 429 would tell that two addresses
   * belong to one account.
   */
  mayGuess(address: string): Promise<boolean>;
  sweep(): Promise<void>;
}

export function createAuthLimiter(limiter: RateLimiter, limits: AuthLimits): AuthLimiter {
  async function take(
    key: string,
    limit: RateLimit,
    refuse: (retryAfter: number) => AuthError,
  ): Promise<void> {
    const taken = await limiter.take(key, limit);
    if (!taken.ok) throw refuse(taken.retryAfter);
  }

  return {
    takePeer: (name, ip) => take(`${name}:${peerKey(ip)}`, limits[name], refusals.tooManyRequests),
    takeGuess: (address) => take(`account:${address}`, limits.account, refusals.tooManyRequests),
    async takeMail(address, ip) {
      // The peer first: one that floods must not use up the hour of the address it aims at.
      await take(`mail-peer:${peerKey(ip)}`, limits.mailPeer, refusals.tooManyMails);
      await take(`mail-spacing:${address}`, limits.mailSpacing, refusals.mailTooSoon);
      await take(`mail-address:${address}`, limits.mailAddress, refusals.tooManyMails);
    },
    async takeText({ phone, ip, userId }) {
      // What floods is stopped before it uses up what others share: the number's hour, and everybody's day.
      await take(`text-peer:${peerKey(ip)}`, limits.textPeer, refusals.tooManyTexts);
      if (userId) await take(`text-person:${userId}`, limits.textPerson, refusals.tooManyTexts);
      await take(`text-spacing:${phone}`, limits.textSpacing, refusals.textTooSoon);
      await take(`text-number:${phone}`, limits.textNumber, refusals.tooManyTexts);
      await take('text-all', limits.textAll, refusals.tooManyTexts);
    },
    mayGuess: async (address) => (await limiter.take(`account:${address}`, limits.account)).ok,
    sweep: () => limiter.sweep(),
  };
}
