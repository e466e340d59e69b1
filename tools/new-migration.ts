/**
 * Makes the next migration file. `npm run migrate:new -- product add_labels`
 * Its text is fixed once it has landed: what comes later goes into a file of its own.
 */
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './run.ts';

const FOLDERS = ['platform', 'product'];

/** `0008_add_labels.sql` after `0007_…`. */
export function nextFileName(existing: readonly string[], name: string): string {
  const last = Math.max(0, ...existing.map((file) => Number(/^(\d{4})_.*\.sql$/.exec(file)?.[1] ?? 0)));
  return `${String(last + 1).padStart(4, '0')}_${name}.sql`;
}

function main([folder = '', name = '']: readonly string[]): void {
  if (!FOLDERS.includes(folder) || !/^[a-z][a-z0-9_]*$/.test(name)) {
    console.error('usage: npm run migrate:new -- platform|product what_it_does');
    process.exitCode = 1;
    return;
  }
  const directory = path.join(ROOT, 'database', folder);
  const file = path.join(directory, nextFileName(readdirSync(directory), name));
  writeFileSync(
    file,
    '-- Say here what this is for. A table is born with its grants, policies and triggers, in this file.\n',
  );
  console.log(path.relative(ROOT, file));
}

if (import.meta.main) main(process.argv.slice(2));
