import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { systemClock } from '#server/lib/clock.ts';
import { silentLog } from '#server/lib/log.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Authenticator } from '#server/platform/http/tokens/authentication.ts';
import { createAuthenticator } from '#server/platform/http/tokens/authenticator.ts';
import { headerFor, type Keys, loadKeys } from '#server/platform/http/tokens/keys.ts';
import { createLiveSessions, type LiveSessionRegistry } from '#server/platform/http/tokens/live-sessions.ts';

/** A person with a token, for tests of rooms that do not ask how somebody signed in. */
export interface Person {
  readonly id: string;
  readonly sessionId: string;
  readonly token: string;
}

export interface TokenIssuer {
  readonly keys: Keys;
  readonly authenticator: Authenticator;
  readonly liveSessions: LiveSessionRegistry;
  /** Somebody new. */
  person(): Promise<Person>;
  /** A further token of the same person and session. Negative seconds: already expired. */
  tokenFor(person: Pick<Person, 'id' | 'sessionId'>, seconds: number): Promise<string>;
  close(): Promise<void>;
}

const ISSUER = 'http://localhost/auth/v1';

/** The real keys, authenticator and session list over this database, and tokens as the auth room signs them. */
export async function createTokenIssuer(database: Database): Promise<TokenIssuer> {
  const keys = await loadKeys({ store: { kind: 'database', database } });
  const liveSessions = createLiveSessions({ database, log: silentLog });
  await liveSessions.start();

  const tokenFor: TokenIssuer['tokenFor'] = ({ id, sessionId }, seconds) => {
    const now = Math.floor(Date.now() / 1000);
    return new SignJWT({ role: 'authenticated', session_id: sessionId, jti: randomUUID() })
      .setProtectedHeader(headerFor(keys.signing))
      .setIssuer(ISSUER)
      .setSubject(id)
      .setAudience('authenticated')
      .setIssuedAt(now)
      .setExpirationTime(now + seconds)
      .sign(keys.signing.sign);
  };

  return {
    keys,
    authenticator: createAuthenticator({ keys, issuer: ISSUER, liveSessions, clock: systemClock }),
    liveSessions,
    tokenFor,
    async person() {
      const names = { id: randomUUID(), sessionId: randomUUID() };
      return { ...names, token: await tokenFor(names, 3600) };
    },
    close: () => liveSessions.stop(),
  };
}
