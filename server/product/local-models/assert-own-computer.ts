import { FunctionError } from '#server/platform/functions/function.ts';
import type { LocalDoor } from '#server/platform/http/local-door.ts';
import type { RequestContext } from '#server/platform/http/room.ts';

/**
 * Users on the server's own computer count as its operator (decision 017). For anyone else, information about
 * that computer and its settings doesn't exist: throws 404, as for an unknown function.
 */
export function assertOwnComputer(door: LocalDoor, request: Request, context: RequestContext): void {
  if (door(request, context)) return;
  throw new FunctionError(404, 'NOT_FOUND', 'Requested function was not found');
}
