import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../run.ts';

/** Writes a generated file, or with `--check` only says whether the one that is there is fresh (exit code 1 if not). */
export function writeGenerated(file: string, content: string, command: string): void {
  const target = path.join(ROOT, file);
  const fresh = existsSync(target) && readFileSync(target, 'utf8') === content;
  if (process.argv.includes('--check')) {
    if (fresh) return;
    console.error(`${file} is stale: run \`${command}\` and commit the result`);
    process.exitCode = 1;
  } else {
    if (!fresh) writeFileSync(target, content);
    console.log(`${file} ${fresh ? 'was fresh' : 'written'}`);
  }
}
