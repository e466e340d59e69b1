import type { Question } from '../db/ask-together.ts';
import { peerKey } from '../http/peer-key.ts';
import type { Hit, RateLimit, RateLimiter } from '../http/rate-limiter.ts';
import type { AuthLimits } from './auth-settings.ts';
import { sessionSubject } from './sessions/refresh-tokens.ts';
import type { AuthError } from './wire/auth-error.ts';
import { refusals } from './wire/auth-error.ts';

type PeerLimit = 'tokenPeer' | 'proofPeer' | 'verifyPeer' | 'signUpPeer' | 'anonymousPeer' | 'captchaPeer';

/** All limits of the room in one place, each taken before the work. Throws a 429. */
export interface AuthLimiter {
  /** One request of this kind from this peer. */
  takePeer(limit: PeerLimit, ip: string): Promise<void>;
  /**
   * One refresh: of the session that the token belongs to, or of this peer where it belongs to none. Nobody who has a
   * session loses it through what others at the same address do: clients drop it at a 429.
   */
  takeRefresh(token: string, ip: string): Promise<void>;
  /** One guess at whatever account has this address, by password or code. */
  takeGuess(address: string): Promise<void>;
  /** Both of the above, the peer first, and the answer to a question: all in one message. */
  takePeerGuess<T extends object>(
    guess: { readonly limit: PeerLimit; readonly ip: string; readonly address: string },
    question: Question<T>,
  ): Promise<T[]>;
  /** One guess at the account of somebody who is signed in to it, by password, code or nonce. */
  takeOwnGuess(userId: string): Promise<void>;
  /**
   * Whether one more guess at this person may count: takes from the count of `takeOwnGuess`, for where a 429 would tell
   * that two addresses belong to one account.
   */
  mayGuess(userId: string): Promise<boolean>;
  /** One mail to this address, asked for by this peer, whether or not there is anybody to get it. */
  takeMail(address: string, ip: string): Promise<void>;
  /**
   * One text to this number, asked for by this peer, and by this person where somebody is signed in. The day of the
   * installation is taken apart from it, once it is known that a text goes out.
   */
  takeText(text: { phone: string; ip: string; userId?: string }): Promise<void>;
  /** One text that really goes out, of the day's that are for everybody. */
  takeTextOfDay(): Promise<void>;
  /** Like `takeTextOfDay`, for where a 429 would tell that a text was due. */
  mayTextToday(): Promise<boolean>;
  /**
   * One text to a number that this person, who is signed in, has proved, the day included. Whoever is not signed in to
   * the account cannot use any of this up, nor lock its owner out by it.
   */
  takeOwnText(text: { phone: string; ip: string; userId: string }): Promise<void>;
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

  const textDay = dividedDay(limits.textAll);
  const peerHit = (name: PeerLimit, ip: string): Hit => ({
    key: `${name}:${peerKey(ip)}`,
    limit: limits[name],
  });
  const guessHit = (address: string): Hit => ({ key: `account:${address}`, limit: limits.account });
  const takeRequest = ({ key, limit }: Hit) => take(key, limit, refusals.tooManyRequests);

  return {
    takePeer: (name, ip) => takeRequest(peerHit(name, ip)),
    async takeRefresh(token, ip) {
      const taken = await limiter.takeFor(sessionSubject(token), peerHit('tokenPeer', ip));
      if (!taken.ok) throw refusals.tooManyRequests(taken.retryAfter);
    },
    takeGuess: (address) => takeRequest(guessHit(address)),
    async takePeerGuess({ limit, ip, address }, question) {
      // The peer first: one that floods must not use up the guesses of the address it aims at.
      const hits = [peerHit(limit, ip), guessHit(address)];
      const { taken, rows } = await limiter.takeInOrder(hits, question);
      if (!taken.ok) throw refusals.tooManyRequests(taken.retryAfter);
      return rows;
    },
    takeOwnGuess: (userId) => take(`person:${userId}`, limits.account, refusals.tooManyRequests),
    mayGuess: async (userId) => (await limiter.take(`person:${userId}`, limits.account)).ok,
    async takeMail(address, ip) {
      // The peer first: one that floods must not use up the hour of the address it aims at.
      await take(`mail-peer:${peerKey(ip)}`, limits.mailPeer, refusals.tooManyMails);
      await take(`mail-spacing:${address}`, limits.mailSpacing, refusals.mailTooSoon);
      await take(`mail-address:${address}`, limits.mailAddress, refusals.tooManyMails);
    },
    async takeText({ phone, ip, userId }) {
      // What floods is stopped before it uses up what others share: the number's hour.
      await take(`text-peer:${peerKey(ip)}`, limits.textPeer, refusals.tooManyTexts);
      if (userId) await take(`text-person:${userId}`, limits.textPerson, refusals.tooManyTexts);
      await take(`text-spacing:${phone}`, limits.textSpacing, refusals.textTooSoon);
      await take(`text-number:${phone}`, limits.textNumber, refusals.tooManyTexts);
    },
    takeTextOfDay: () => take('text-all', textDay.open, refusals.tooManyTexts),
    mayTextToday: async () => (await limiter.take('text-all', textDay.open)).ok,
    async takeOwnText({ phone, ip, userId }) {
      await take(`own-text-peer:${peerKey(ip)}`, limits.textPeer, refusals.tooManyTexts);
      await take(`own-text-spacing:${userId}:${phone}`, limits.textSpacing, refusals.textTooSoon);
      await take(`own-text-person:${userId}`, limits.textPerson, refusals.tooManyTexts);
      const reserved = await limiter.take('text-reserved', textDay.reserved);
      if (!reserved.ok) await take('text-all', textDay.open, refusals.tooManyTexts);
    },
    sweep: () => limiter.sweep(),
  };
}

/** A quarter of the day's texts is kept for people who are signed in, whom nobody else may keep out by using them up. */
function dividedDay(all: RateLimit): { open: RateLimit; reserved: RateLimit } {
  if (all === null) return { open: null, reserved: null };
  const reserved = Math.floor(all.limit / 4);
  return { open: { ...all, limit: all.limit - reserved }, reserved: { ...all, limit: reserved } };
}
