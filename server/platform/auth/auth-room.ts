import { corsHeaders, preflight } from '../http/cors.ts';
import type { RequestContext, Room } from '../http/room.ts';
import { refusals } from './auth-error.ts';
import { type AuthParts, type AuthRoomDeps, createAuthParts } from './auth-parts.ts';
import type { AuthCall } from './endpoint.ts';
import { health } from './endpoints/health.ts';
import { jwks } from './endpoints/jwks.ts';
import { logout } from './endpoints/logout.ts';
import { notOffered } from './endpoints/not-offered.ts';
import { magiclink, otp } from './endpoints/otp.ts';
import { reauthenticate } from './endpoints/reauthenticate.ts';
import { recover } from './endpoints/recover.ts';
import { resend } from './endpoints/resend.ts';
import { settings } from './endpoints/settings.ts';
import { signup } from './endpoints/signup.ts';
import { tokenPassword } from './endpoints/token-password.ts';
import { tokenPkce } from './endpoints/token-pkce.ts';
import { tokenRefresh } from './endpoints/token-refresh.ts';
import { userGet } from './endpoints/user-get.ts';
import { userPut } from './endpoints/user-put.ts';
import { verifyGet, verifyHead } from './endpoints/verify-get.ts';
import { verifyPost } from './endpoints/verify-post.ts';
import { renderError, toAuthError } from './render-error.ts';
import { createRoutes } from './routes.ts';
import { sweep } from './sweep.ts';

export type { AuthRoomDeps } from './auth-parts.ts';

const BASE = '/auth/v1';
/** Milliseconds for one request. */
const TIME_LIMIT = 10_000;
const SWEEP_EVERY = 3_600_000;

const routes = createRoutes([
  // For anybody
  signup,
  tokenPassword,
  tokenRefresh,
  tokenPkce,
  otp,
  magiclink,
  verifyPost,
  verifyGet,
  verifyHead,
  recover,
  resend,
  settings,
  health,
  jwks,
  // For whoever is signed in
  userGet,
  userPut,
  reauthenticate,
  logout,
  // Known, but not offered
  ...notOffered,
]);

/** Accounts and sessions: everything under `/auth/v1`. */
export function createAuthRoom(deps: AuthRoomDeps): Room {
  const parts = createAuthParts(deps);
  let sweeping: NodeJS.Timeout | undefined;

  return {
    base: BASE,
    async handle(request, context) {
      if (request.method === 'OPTIONS') return preflight(request);
      const response = await respond(request, context, parts);
      for (const [name, value] of Object.entries(corsHeaders(request))) response.headers.set(name, value);
      if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'no-store');
      return response;
    },
    async start() {
      sweeping = setInterval(() => {
        sweep(parts).catch((error: unknown) =>
          deps.log.warn('old sign-in data could not be removed', { error }),
        );
      }, SWEEP_EVERY);
      sweeping.unref();
    },
    async stop() {
      clearInterval(sweeping);
      await parts.evenly.drain();
      await parts.mail.drain();
    },
  };
}

async function respond(request: Request, context: RequestContext, parts: AuthParts): Promise<Response> {
  const url = new URL(request.url);
  const found = routes.find(request.method, url, BASE);
  if (found.kind === 'refused') return found.response;
  const call: AuthCall = { request, url, context, now: parts.clock.now() };
  try {
    if (found.kind === 'unknown_grant') throw refusals.unsupportedGrant();
    return await withinTime(found.endpoint.respond(call, parts));
  } catch (error) {
    return renderError(toAuthError(error, context, parts.log), request, context);
  }
}

async function withinTime(answer: Promise<Response>): Promise<Response> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(refusals.timeout()), TIME_LIMIT);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
