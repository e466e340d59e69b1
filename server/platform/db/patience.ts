import { DatabaseError, type Result } from './database.ts';
import type { Work } from './driver.ts';

/** Runs the work with the setting that statements check to end themselves in time. */
export async function runWithPatience(
  work: Work,
  patience: number | undefined,
  run: (work: Work) => Promise<Result[]>,
): Promise<Result[]> {
  if (patience === undefined || 'sql' in work) return run(work);
  const values = [`${Math.ceil(patience)} ms`];
  const first = { text: "select set_config('rest.patience', $1, true)", values };
  return (await run({ statements: [first, ...work.statements] })).slice(1);
}

/** True if a statement ended itself; one cancelled from outside has no severity. */
export function isImpatience(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '57014' && error.details.severity !== undefined;
}
