import { writeAudit } from '../audit.ts';
import { endSessions, type SessionScope } from '../sessions/sessions.ts';
import { refusals } from '../wire/auth-error.ts';
import { halfwayEndpoint, noBody } from '../wire/endpoint.ts';

/**
 * POST /logout: revokes sessions and their access tokens everywhere at once. A session that still owes its second
 * factor only ends itself, regardless of the scope: someone with just the password must not sign the owner out.
 * `global`, the client's default, isn't rejected in that case, because it must still sign out.
 */
export const logout = halfwayEndpoint({
  method: 'POST',
  path: '/logout',
  body: noBody,
  async handle({ user, session, owesFactor, url, context, now }, parts) {
    const asked = readScope(url.searchParams.get('scope'));
    const scope = owesFactor ? 'local' : asked;
    const ended = await parts.database.transaction(async (tx) => {
      await writeAudit(tx, { action: 'logout', userId: user.id, ip: context.ip, now });
      return endSessions(tx, scope, { userId: user.id, sessionId: session.id });
    });
    parts.liveSessions.markEnded(ended);
    return new Response(null, { status: 204 });
  },
});

function readScope(text: string | null): SessionScope {
  const scope = text || 'global';
  if (scope === 'global' || scope === 'local' || scope === 'others') return scope;
  throw refusals.invalid(`Unsupported logout scope "${scope.slice(0, 50)}"`);
}
