import type { RateLimit } from '../http/rate-limiter.ts';

export interface AuthSettings {
  /** Where people land after a link, such as `https://errand.example`. */
  readonly siteUrl: string;
  /** The public address of this room, `<public url>/auth/v1`: the issuer of tokens, the base of links in mails. */
  readonly authUrl: string;
  /** Further redirect targets: exact addresses, or patterns with `*` (within a label or segment) and `**`. */
  readonly redirectAllowlist: readonly string[];
  /** Whether new people may come at all. */
  readonly signUp: boolean;
  /** Counts every address as proven. For trusted networks only. */
  readonly mailAutoconfirm: boolean;
  readonly anonymousSignIn: boolean;
  /** Whether passwords are refused that others would try first. Default `refuse`. */
  readonly commonPasswords?: 'refuse' | 'allow';
  /** Default 3600. At most a day: ended sessions are remembered that long. */
  readonly accessTokenSeconds?: number;
  /** A session ends when it was not refreshed for so long. Default 30 days. */
  readonly sessionIdleSeconds?: number;
  /** A session ends so long after the sign-in. Default 180 days. */
  readonly sessionMaxSeconds?: number;
  readonly brandName: string;
  readonly supportEmail?: string | null;
  readonly limits: AuthLimits;
}

/** null switches a limit off. A peer is an address on the network; of IPv6, its /64 network. */
export interface AuthLimits {
  /** Guesses at one account (password, code, nonce), whatever the path: by its address, and by whose it is. */
  readonly account: RateLimit;
  /** Passwords from one peer, refreshes of one session, and refreshes with unknown tokens from one peer. */
  readonly tokenPeer: RateLimit;
  /** Proofs that nobody can guess, from one peer: codes of a sign-in elsewhere, passkeys. Wrong passwords stop none. */
  readonly proofPeer: RateLimit;
  readonly verifyPeer: RateLimit;
  readonly signUpPeer: RateLimit;
  readonly anonymousPeer: RateLimit;
  /** Tokens of a captcha, each of which the service behind it is asked about. */
  readonly captchaPeer: RateLimit;
  /** The least time between two mails to one address. */
  readonly mailSpacing: RateLimit;
  readonly mailAddress: RateLimit;
  readonly mailPeer: RateLimit;
  /** The least time between two texts to one number. */
  readonly textSpacing: RateLimit;
  readonly textNumber: RateLimit;
  /** Texts that one person, who is signed in, has sent to whatever number. */
  readonly textPerson: RateLimit;
  readonly textPeer: RateLimit;
  /** Texts of the whole installation, because each costs money. */
  readonly textAll: RateLimit;
}

const HOUR = 3600;

/**
 * All limits from those that an operator sets. The others are fixed, and off where their operator limit is off.
 * Sign-up tells whether an address is taken, so one peer may ask 10 times an hour.
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

/** One a minute, unless the operator allows more. */
function spacingOf(limit: RateLimit): RateLimit {
  const isMoreThanOneAMinute = limit !== null && (limit.limit * 60) / limit.seconds > 1;
  return limit === null || isMoreThanOneAMinute ? null : { limit: 1, seconds: 60 };
}
