import type { Caller } from '../../db/caller.ts';

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
   * Also accepts a session whose second factor is still due. Only for the auth room, where it is completed:
   * everywhere else such a token is rejected.
   */
  readonly halfway?: boolean;
}

/** Resolves a request's credential to a caller. Each room renders rejections in its own format. */
export interface Authenticator {
  /** Bearer token, else `apikey`, else anon. A bad token is rejected and never falls back to anon. */
  fromRequest(request: Request): Promise<Authentication>;
  /** Resolves a user token or API key, as sent over a socket. */
  fromToken(token: string, options?: AuthenticationOptions): Promise<Authentication>;
}

/** Ended sessions, cached in memory and kept current by the database. */
export interface LiveSessions {
  hasEnded(sessionId: string): boolean;
  /**
   * Null while `hasEnded` is right. Otherwise, because this process was stalled or lost its connection, reads what it
   * missed; rejects if the database can't be reached.
   */
  catchUp(): Promise<void> | null;
  /** Calls the listener for each session that ends. Returns a function to stop. */
  onEnd(listener: (sessionId: string) => void): () => void;
}
