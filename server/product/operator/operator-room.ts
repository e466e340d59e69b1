import { z } from 'zod';
import type { Catalogue } from '#domain/shop/catalogue.ts';
import { newToken } from '#server/lib/ids.ts';
import type { Log } from '#server/lib/log.ts';
import type { BackupHold } from '#server/platform/db/backup-hold.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { LocalDoor } from '#server/platform/http/local-door.ts';
import { readJson } from '#server/platform/http/read-json.ts';
import type { Room } from '#server/platform/http/room.ts';
import type { Authenticator } from '#server/platform/http/tokens/authentication.ts';
import { OPERATOR_ACTS } from './acts.ts';
import { OperatorError, performAct } from './operator-act.ts';

const BASE = '/local/operator';
/** Milliseconds; a backup renews its hold after a third of it. */
const HOLD = 15_000;

/** Commands about files by name, without input. One that isn't done says `isDone: false`, and is asked for again. */
export type FileCommands = ReadonlyMap<string, () => Promise<Readonly<Record<string, unknown>>>>;

export interface OperatorRoomDeps {
  readonly database: Database;
  readonly catalogue: Catalogue;
  readonly authenticator: Authenticator;
  readonly door: LocalDoor;
  /** Awaited after each act, before the response. */
  readonly accountErased: () => Promise<void>;
  /** Requested by the command line while it copies this installation. */
  readonly backupHold: BackupHold;
  readonly fileCommands: FileCommands;
  readonly log: Log;
}

/**
 * Lets the operator's command line reach the server that holds the embedded database, which only one process
 * can open. For callers on this machine with the service key; for anyone else it doesn't exist.
 */
export function createOperatorRoom(deps: OperatorRoomDeps): Room {
  const { database, catalogue, authenticator, door, log } = deps;
  const processId = newToken(8);

  async function isOperator(request: Request): Promise<boolean> {
    const authentication = await authenticator.fromRequest(request);
    return authentication.ok && authentication.caller.role === 'service_role';
  }

  async function answer(request: Request): Promise<Response> {
    const name = new URL(request.url).pathname.slice(BASE.length + 1);
    if (request.method !== 'POST') return notFound();
    if (name === 'hold-backup' || name === 'release-backup') return hold(name === 'hold-backup');
    const act = OPERATOR_ACTS.get(name);
    const fileCommand = deps.fileCommands.get(name);
    try {
      if (fileCommand) return Response.json({ result: await fileCommand() });
      if (!act) return notFound();
      const input = z.record(z.string(), z.unknown()).parse((await readJson(request)) ?? {});
      const result = await performAct({ database, catalogue }, act, input);
      await deps.accountErased();
      log.info('an operator ran a command', { act: act.name });
      return Response.json({ result });
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error;
      return Response.json({ message: error.message }, { status: 422 });
    }
  }

  /**
   * Not audited, since the database doesn't change. Tells a backup whether its hold had expired in between, or
   * belonged to another process.
   */
  function hold(isWanted: boolean): Response {
    const wasHeld = deps.backupHold.isHeld();
    if (!isWanted) deps.backupHold.release();
    else {
      if (!wasHeld) log.info('a backup of this installation started');
      deps.backupHold.extend(HOLD);
    }
    return Response.json({ result: { held: isWanted, was_held: wasHeld, process: processId } });
  }

  return {
    base: BASE,
    async handle(request, context) {
      const isWelcome = door(request, context) && (await isOperator(request));
      const response = isWelcome ? await answer(request) : notFound();
      response.headers.set('Cache-Control', 'no-store');
      return response;
    },
  };
}

function notFound(): Response {
  return new Response('Not found', { status: 404 });
}
