/** Warns about files above 250 lines and refuses files above 400 that do not give a reason (`@size: …` in the first 20 lines). */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const WARN = 250;
const STOP = 400;
const SOURCES =
  '{domain,server,web/src,simulators,contract,tests,tools,benchmarks,database}/**/*.{ts,tsx,sql,css}';
const GENERATED = new Set(['domain/database.types.ts', 'database/schema.sql']);

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
let tooLong = 0;
for (const path of globSync(SOURCES, { cwd: root })) {
  if (GENERATED.has(path)) continue;
  const lines = readFileSync(join(root, path), 'utf8').split('\n');
  if (lines.length <= WARN) continue;
  const reason = lines.slice(0, 20).some((line) => line.includes('@size:'));
  if (lines.length > STOP && !reason) tooLong++;
  const verdict = lines.length > STOP && !reason ? 'too long, give a reason with @size: or split it' : 'long';
  console.log(`${path}: ${lines.length} lines, ${verdict}`);
}
process.exitCode = tooLong > 0 ? 1 : 0;
