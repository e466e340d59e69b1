import type { Question } from '../db/ask-together.ts';
import { peerKey } from '../http/peer-key.ts';
import type { Hit, RateLimit, RateLimiter } from '../http/rate-limiter.ts';
import type { AuthLimits } from './auth-settings.ts';
import { sessionSubject } from './sessions/refresh-tokens.ts';
import type { AuthError } from './wire/auth-error.ts';
import { refusals } from './wire/auth-error.ts';

type PeerLimit = 'tokenPeer' | 'proofPeer' | 'verifyPeer' | 'signUpPeer' | 'anonymousPeer' | 'captchaPeer';

/** All rate limits of the room. Each is checked before the work and throws a 429. */
export interface AuthLimiter {
  /** Counts a request of this kind by this peer. */
  takePeer(limit: PeerLimit, ip: string): Promise<void>;
  /**
   * Counts a refresh against the session of the token, or against the peer if it belongs to none. Others behind the
   * same address can't make a user lose the session: clients drop it on a 429.
   */
  takeRefresh(token: string, ip: string): Promise<void>;
  /** Counts a password or code attempt against the account with this address. */
  takeGuess(address: string): Promise<void>;
  /** Both of the above, the peer first, and runs a query in the same round trip. */
  takePeerGuess<T extends object>(
    guess: { readonly limit: PeerLimit; readonly ip: string; readonly address: string },
    question: Question<T>,
  ): Promise<T[]>;
  /** Counts a password, code or nonce attempt of a signed-in user against their own account. */
  takeOwnGuess(userId: string): Promise<void>;
  /**
   * Counts an attempt against the user like `takeOwnGuess`, but returns false instead of throwing, where a 429 would
   * reveal that two addresses belong to one account.
   */
  mayGuess(userId: string): Promise<boolean>;
  /** Counts a mail to this address, requested by this peer, whether or not it will be sent. */
  takeMail(address: string, ip: string): Promise<void>;
  /** Gives the address back what `takeMail` counted, if the caller knows that no mail was due. The peer's count stays. */
  giveBackMail(address: string): Promise<void>;
  /**
   * Counts a text to this number by number, peer, and user if signed in. The installation's daily limit is counted
   * separately, once it is certain that a text is sent.
   */
  takeText(text: { phone: string; ip: string; userId?: string }): Promise<void>;
  /** Gives the number back what `takeText` counted, likewise. */
  giveBackText(phone: string): Promise<void>;
  /** Counts a text that is actually sent against the installation's daily limit. */
  takeTextOfDay(): Promise<void>;
  /** Like `takeTextOfDay`, but returns false instead of throwing, where a 429 would reveal that a text was due. */
  mayTextToday(): Promise<boolean>;
  /**
   * Counts a text to the signed-in user's own proved number, daily limit included. Strangers can't exhaust this
   * limit, and so can't lock the owner out.
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
      // Peer first: a flooding peer must not use up the attempts of the address it targets.
      const hits = [peerHit(limit, ip), guessHit(address)];
      const { taken, rows } = await limiter.takeInOrder(hits, question);
      if (!taken.ok) throw refusals.tooManyRequests(taken.retryAfter);
      return rows;
    },
    takeOwnGuess: (userId) => take(`person:${userId}`, limits.account, refusals.tooManyRequests),
    mayGuess: async (userId) => (await limiter.take(`person:${userId}`, limits.account)).ok,
    async takeMail(address, ip) {
      // Peer first: a flooding peer must not use up the hourly limit of the address it targets.
      await take(`mail-peer:${peerKey(ip)}`, limits.mailPeer, refusals.tooManyMails);
      await take(`mail-spacing:${address}`, limits.mailSpacing, refusals.mailTooSoon);
      await take(`mail-address:${address}`, limits.mailAddress, refusals.tooManyMails);
    },
    giveBackMail: (address) => limiter.giveBack([`mail-spacing:${address}`, `mail-address:${address}`]),
    async takeText({ phone, ip, userId }) {
      // Peer and person first: a flood must not use up the number's hourly limit, which is shared.
      await take(`text-peer:${peerKey(ip)}`, limits.textPeer, refusals.tooManyTexts);
      if (userId) await take(`text-person:${userId}`, limits.textPerson, refusals.tooManyTexts);
      await take(`text-spacing:${phone}`, limits.textSpacing, refusals.textTooSoon);
      await take(`text-number:${phone}`, limits.textNumber, refusals.tooManyTexts);
    },
    giveBackText: (phone) => limiter.giveBack([`text-spacing:${phone}`, `text-number:${phone}`]),
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

/** Reserves a quarter of the daily texts for signed-in users, so that strangers can't exhaust them. */
function dividedDay(all: RateLimit): { open: RateLimit; reserved: RateLimit } {
  if (all === null) return { open: null, reserved: null };
  const reserved = Math.floor(all.limit / 4);
  return { open: { ...all, limit: all.limit - reserved }, reserved: { ...all, limit: reserved } };
}
