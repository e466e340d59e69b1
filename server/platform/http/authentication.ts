import type { Caller } from '../db/caller.ts';

export type AuthenticationProblem =
  | 'malformed'
  | 'bad_signature'
  | 'expired'
  | 'claims_invalid'
  | 'session_ended'
  | 'second_factor_due';

export type Authentication =
  | { readonly ok: true; readonly caller: Caller }
  | { readonly ok: false; readonly problem: AuthenticationProblem; readonly message: string };

export interface AuthenticationOptions {
  /**
   * Takes also whoever has a second factor and has not shown it yet. For the auth room alone, where it is shown:
   * everywhere else such a token is as good as none.
   */
  readonly halfway?: boolean;
}

/** Turns the credential of a request into a caller. Each room renders a refusal in its own words. */
export interface Authenticator {
  /** Bearer token, else `apikey`, else anon. A bad token is refused and never falls back to anon. */
  fromRequest(request: Request): Promise<Authentication>;
  /** A user token or a key, as a socket sends it. */
  fromToken(token: string, options?: AuthenticationOptions): Promise<Authentication>;
}

/** Which sessions have ended, known in memory and kept current by the database. */
export interface LiveSessions {
  hasEnded(sessionId: string): boolean;
  /** Called for each session when it ends. Returns how to stop listening. */
  onEnd(listener: (sessionId: string) => void): () => void;
}
