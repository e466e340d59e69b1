import { writeAudit } from '../audit.ts';
import type { AuthParts } from '../auth-parts.ts';
import { refusals } from '../wire/auth-error.ts';
import type { AuthCall } from '../wire/endpoint.ts';
import { showRequest } from '../wire/request-settings.ts';
import { sessionResponse, signIn } from './sign-in.ts';
import { insertUser } from './users.ts';

/** Creates an account without an address. It is lost with its session unless an address is proved. */
export async function signUpAnonymously(
  metadata: Record<string, unknown>,
  call: AuthCall,
  parts: AuthParts,
): Promise<Response> {
  if (!parts.settings.anonymousSignIn) throw refusals.anonymousDisabled();
  await parts.limits.takePeer('anonymousPeer', call.context.ip);
  const { now, context } = call;
  const opened = await parts.database.transaction(async (tx) => {
    await showRequest(tx, call);
    const user = await insertUser(tx, { email: null, passwordHash: null, metadata, confirmed: false, now });
    if (!user) throw refusals.unexpected();
    await writeAudit(tx, { action: 'user_signedup', userId: user.id, ip: context.ip, now });
    return signIn(tx, user, 'anonymous', { call, parts });
  });
  return sessionResponse(opened, call, parts);
}
