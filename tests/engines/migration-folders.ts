import { createHash } from 'node:crypto';
import path from 'node:path';
import { readMigrations } from '#server/platform/db/migrations.ts';

const root = path.join(import.meta.dirname, '../..');

/** In the order in which the application applies them. */
export const migrationFolders = ['platform', 'product'].map((name) => path.join(root, 'database', name));

/** Changes when any migration does: the name of the template that tests clone. */
export function migrationsFingerprint(): string {
  const hash = createHash('sha256');
  for (const { name, checksum } of readMigrations(migrationFolders)) hash.update(`${name} ${checksum}\n`);
  return hash.digest('hex').slice(0, 16);
}
