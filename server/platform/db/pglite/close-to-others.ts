import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';

const OTHERS = 0o077;

/**
 * Takes every right of other users away from a folder and what is in it: initdb inside PGlite makes files that all
 * may read and change, and copies of them stay so wherever the folder is moved or unpacked.
 */
export function closeToOthers(place: string): void {
  const found = lstatSync(place);
  if (found.isSymbolicLink()) return;
  if ((found.mode & OTHERS) !== 0) chmodSync(place, found.mode & 0o700);
  if (!found.isDirectory()) return;
  for (const name of readdirSync(place)) closeToOthers(path.join(place, name));
}
