import { FunctionError } from '#server/platform/functions/function.ts';
import type { LocalDoor } from '#server/platform/http/local-door.ts';
import type { RequestContext } from '#server/platform/http/room.ts';

/**
 * Whoever sits at the computer that the server runs on counts as its operator (decision 017). To anybody else, what is
 * told about that computer and its settings is not there: throws 404, as for a function that does not exist.
 */
export function assertOwnComputer(door: LocalDoor, request: Request, context: RequestContext): void {
  if (door(request, context)) return;
  throw new FunctionError(404, 'NOT_FOUND', 'Requested function was not found');
}
