import { z } from 'zod';
import { sessionEndedMail } from '../mails/security-notices.ts';
import { rotateRefreshToken } from '../sessions/rotate-refresh-token.ts';
import { sessionResponse } from '../sessions/sign-in.ts';
import { refusals } from '../wire/auth-error.ts';
import { openEndpoint } from '../wire/endpoint.ts';
import { optionalText } from '../wire/request-input.ts';

const body = z.object({ refresh_token: optionalText });
const WELL_FORMED = /^[A-Za-z0-9_-]{12,200}$/;

/** POST /token?grant_type=refresh_token: issues the session's next access token. */
export const tokenRefresh = openEndpoint({
  method: 'POST',
  path: '/token?grant_type=refresh_token',
  body,
  async handle({ body: { refresh_token }, ...call }, parts) {
    const token = refresh_token ?? '';
    await parts.limits.takeRefresh(token, call.context.ip);
    if (!WELL_FORMED.test(token)) throw refusals.refreshTokenMalformed();
    const outcome = await parts.database.transaction((tx) =>
      rotateRefreshToken(tx, {
        token,
        ip: call.context.ip,
        userAgent: call.request.headers.get('user-agent'),
        now: call.now,
        idleSeconds: parts.settings.sessionIdleSeconds,
      }),
    );
    switch (outcome.kind) {
      case 'refreshed':
        return sessionResponse(outcome.opened, call, parts);
      case 'refused':
        throw outcome.error;
      case 'ended':
        parts.liveSessions.markEnded([outcome.sessionId]);
        if (outcome.copied && outcome.user.email !== null) {
          parts.mail.tell(sessionEndedMail(outcome.user.email, parts.mail.sender));
        }
        throw outcome.error;
    }
  },
});
