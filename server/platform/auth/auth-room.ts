import { corsHeaders, preflight } from '../http/cors.ts';
import type { RequestContext, Room } from '../http/room.ts';
import { allEndpoints } from './all-endpoints.ts';
import { type AuthParts, type AuthRoomDeps, createAuthParts } from './auth-parts.ts';
import { tokenRefresh } from './endpoints/token-refresh.ts';
import { createRoutes } from './routes.ts';
import { type AccountOwners, createAccountOwners } from './sessions/account-owners.ts';
import { shortenSessions, sweep } from './sweep.ts';
import { refusals } from './wire/auth-error.ts';
import type { AuthCall } from './wire/endpoint.ts';
import { renderError, toAuthError, toRefreshError } from './wire/render-error.ts';

export type { AuthRoomDeps } from './auth-parts.ts';

const BASE = '/auth/v1';
/** Timeout of a request in milliseconds. */
const TIME_LIMIT = 10_000;
const SWEEP_EVERY = 3_600_000;
const SEND_WAITING_EVERY = 30_000;

const routes = createRoutes(allEndpoints);

export interface AuthRoom extends Room {
  readonly owners: AccountOwners;
}

/** Serves accounts and sessions under `/auth/v1`. */
export function createAuthRoom(deps: AuthRoomDeps): AuthRoom {
  const parts = createAuthParts(deps);
  let sweeping: NodeJS.Timeout | undefined;
  let mailing: NodeJS.Timeout | undefined;

  return {
    base: BASE,
    owners: createAccountOwners(parts),
    keepsSignedIn: isRefresh,
    async handle(request, context) {
      if (request.method === 'OPTIONS') return preflight(request);
      const response = await respond(request, context, parts);
      for (const [name, value] of Object.entries(corsHeaders(request))) response.headers.set(name, value);
      if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'no-store');
      return response;
    },
    async start() {
      await shortenSessions(parts);
      sweeping = setInterval(() => {
        sweep(parts).catch((error: unknown) => deps.log.warn("couldn't remove old sign-in data", { error }));
      }, SWEEP_EVERY);
      sweeping.unref();
      mailing = setInterval(() => {
        parts.mail
          .sendWaiting()
          .catch((error: unknown) => deps.log.warn('waiting mails could not be read', { error }));
      }, SEND_WAITING_EVERY);
      mailing.unref();
    },
    async stop() {
      clearInterval(sweeping);
      clearInterval(mailing);
      await parts.constantTime.drain();
      await parts.mail.drain();
      await parts.texts.drain();
    },
  };
}

function isRefresh({ method, url }: Request): boolean {
  if (method !== 'POST') return false;
  const found = routes.find(method, new URL(url), BASE);
  return found.kind === 'endpoint' && found.endpoint === tokenRefresh;
}

async function respond(request: Request, context: RequestContext, parts: AuthParts): Promise<Response> {
  const url = new URL(request.url);
  const found = routes.find(request.method, url, BASE);
  if (found.kind === 'refused') return found.response;
  const params = found.kind === 'endpoint' ? found.params : {};
  const call: AuthCall = { request, url, params, context, now: parts.clock.now() };
  try {
    if (found.kind === 'unknown_grant') throw refusals.unsupportedGrant();
    return await withinTime(found.endpoint.respond(call, parts));
  } catch (error) {
    const toError = isRefresh(request) ? toRefreshError : toAuthError;
    return renderError(toError(error, context, parts.log), request, context);
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
