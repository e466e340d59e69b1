import { isUnfinishedRestore } from '../../open/unfinished-restore.ts';

/** True for what is beside an installation: a program's lock, a database being created, and what a restore has left. */
export const isHeldBeside = (name: string): boolean =>
  /^database\.(lock|new-)/.test(name) || isUnfinishedRestore(name);
