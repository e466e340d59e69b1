/** What it costs to learn from an access token who asks: the first time by its signature, later from memory. */
import { join } from 'node:path';
import { SignJWT } from 'jose';
import { systemClock } from '#server/lib/clock.ts';
import { newUuid } from '#server/lib/ids.ts';
import { createAuthenticator } from '#server/platform/http/tokens/authenticator.ts';
import { headerFor, loadKeys } from '#server/platform/http/tokens/keys.ts';
import { freshDataDir, removeDataDir } from '#tests/worlds/server-process.ts';
import { report } from './measure/figures.ts';

const ISSUER = 'http://errand.example/auth/v1';
/** Fewer than an authenticator remembers. */
const TOKENS = 2_000;
const ROUNDS = 50;

const folder = await freshDataDir();
const keys = await loadKeys({ store: { kind: 'file', path: join(folder, 'keys.json') } });
const liveSessions = { hasEnded: () => false, catchUp: () => null, onEnd: () => () => {} };
const authenticator = createAuthenticator({ keys, issuer: ISSUER, liveSessions, clock: systemClock });

async function newRequest(): Promise<Request> {
  const token = await new SignJWT({ role: 'authenticated', session_id: newUuid() })
    .setProtectedHeader(headerFor(keys.signing))
    .setIssuer(ISSUER)
    .setSubject(newUuid())
    .setAudience('authenticated')
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(keys.signing.sign);
  return new Request(ISSUER, { headers: { authorization: `Bearer ${token}` } });
}

/** Milliseconds for each. */
async function ask(requests: readonly Request[]): Promise<number> {
  const begun = performance.now();
  for (const request of requests) {
    if (!(await authenticator.fromRequest(request)).ok) throw new Error('a token was refused');
  }
  return (performance.now() - begun) / requests.length;
}

const requests = await Promise.all(Array.from({ length: TOKENS }, newRequest));
const first = await ask(requests);
const later: number[] = [];
for (let round = 0; round < ROUNDS; round += 1) later.push(await ask(requests));
report('a token', { 'first ms': first.toFixed(3), 'later ms': (later.at(-1) ?? Number.NaN).toFixed(4) });
await removeDataDir(folder);
