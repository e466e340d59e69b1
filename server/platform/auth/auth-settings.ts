import type { RateLimit } from '../http/rate-limiter.ts';

export interface AuthSettings {
  /** Default target of links, such as `https://errand.example`. */
  readonly siteUrl: string;
  /** Public URL of this room, `<public url>/auth/v1`: issuer of tokens and base of links in mails. */
  readonly authUrl: string;
  /** Additional redirect targets: exact URLs, or patterns with `*` (within a label or segment) and `**`. */
  readonly redirectAllowlist: readonly string[];
  /** False closes sign-up. */
  readonly signUp: boolean;
  /** Treats every address as proved. For trusted networks only. */
  readonly mailAutoconfirm: boolean;
  readonly anonymousSignIn: boolean;
  /** Policy for common passwords. Default `refuse`. */
  readonly commonPasswords?: 'refuse' | 'allow';
  /** Default 3600. At most a day: ended sessions are only remembered that long. */
  readonly accessTokenSeconds?: number;
  /** Seconds without a refresh until a session expires. Default 30 days. */
  readonly sessionIdleSeconds?: number;
  /** Seconds from sign-in until a session expires. Default 180 days. */
  readonly sessionMaxSeconds?: number;
  readonly brandName: string;
  readonly supportEmail?: string | null;
  readonly limits: AuthLimits;
}

/** Null disables a limit. A peer is a network address; for IPv6, its /64 network. */
export interface AuthLimits {
  /** Attempts per account (password, code, nonce) on any endpoint, counted by address and by user. */
  readonly account: RateLimit;
  /** Passwords per peer, refreshes per session, and refreshes with unknown tokens per peer. */
  readonly tokenPeer: RateLimit;
  /**
   * Attempts per peer with unguessable proofs (codes of an external sign-in, passkeys). Separate, so that wrong
   * passwords don't block them.
   */
  readonly proofPeer: RateLimit;
  readonly verifyPeer: RateLimit;
  readonly signUpPeer: RateLimit;
  readonly anonymousPeer: RateLimit;
  /** Captcha tokens per peer: each costs a request to the captcha service. */
  readonly captchaPeer: RateLimit;
  /** Minimum interval between two mails to one address. */
  readonly mailSpacing: RateLimit;
  readonly mailAddress: RateLimit;
  readonly mailPeer: RateLimit;
  /** Minimum interval between two texts to one number. */
  readonly textSpacing: RateLimit;
  readonly textNumber: RateLimit;
  /** Texts that one signed-in user may send, to any numbers. */
  readonly textPerson: RateLimit;
  readonly textPeer: RateLimit;
  /** Texts of the whole installation, since each costs money. */
  readonly textAll: RateLimit;
}

const HOUR = 3600;

/**
 * Derives all limits from those an operator sets. The others are fixed, and off where their operator limit is off.
 * Sign-up reveals whether an address is taken, so it is limited to 10 per hour and peer.
 */
export function authLimits(
  set: Record<'signIn' | 'mail' | 'token' | 'text' | 'textAll', RateLimit>,
): AuthLimits {
  const { signIn, mail, token, text, textAll } = set;
  return {
    account: signIn,
    tokenPeer: token,
    proofPeer: token,
    verifyPeer: signIn && { limit: 30, seconds: 300 },
    signUpPeer: signIn && { limit: 10, seconds: HOUR },
    anonymousPeer: signIn && { limit: 30, seconds: HOUR },
    captchaPeer: signIn && { limit: 60, seconds: 300 },
    mailSpacing: spacingOf(mail),
    mailAddress: mail,
    mailPeer: mail && { limit: Math.max(30, mail.limit), seconds: HOUR },
    textSpacing: spacingOf(text),
    textNumber: text,
    textPerson: text,
    textPeer: text && { limit: Math.max(30, text.limit), seconds: HOUR },
    textAll,
  };
}

/** One per minute, unless the operator allows more. */
function spacingOf(limit: RateLimit): RateLimit {
  const isMoreThanOneAMinute = limit !== null && (limit.limit * 60) / limit.seconds > 1;
  return limit === null || isMoreThanOneAMinute ? null : { limit: 1, seconds: 60 };
}
