import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';

const OTHERS = 0o077;

/**
 * Removes all permissions of other users from a folder and its content: initdb in PGlite creates world-readable and
 * -writable files, and they stay so wherever the folder is moved or unpacked.
 */
export function closeToOthers(place: string): void {
  const found = lstatSync(place);
  if (found.isSymbolicLink()) return;
  if ((found.mode & OTHERS) !== 0) chmodSync(place, found.mode & 0o700);
  if (!found.isDirectory()) return;
  for (const name of readdirSync(place)) closeToOthers(path.join(place, name));
}
