import type { Caller } from '#server/platform/db/caller.ts';

/** The signed-in user of a function with access `user`. */
export function userIdOf(caller: Caller): string {
  if (caller.userId === null) throw new Error('the functions room let a caller without a user through');
  return caller.userId;
}
