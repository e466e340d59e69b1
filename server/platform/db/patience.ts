import { DatabaseError } from './database.ts';
import type { Work } from './driver.ts';

/** Adds the setting that statements check to end themselves in time. */
export function withPatience(work: Work, patience: number | undefined): Work {
  if (patience === undefined || 'sql' in work) return work;
  return { ...work, settings: { 'rest.patience': `${Math.ceil(patience)} ms`, ...work.settings } };
}

/** True if a statement ended itself; one cancelled from outside has no severity. */
export function isImpatience(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '57014' && error.details.severity !== undefined;
}
