/**
 * Holds files to a readable size: warns above 250 lines, and refuses files above 400, and files under 25 that one
 * other file of their folder alone imports, unless they give a reason (`@size: …` in their first 20 lines). Refuses
 * folders of more than 25 sources: a reader scans them no more.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importsOf } from './check-boundaries.ts';

const WARN = 250;
const STOP = 400;
/** Under this, a file that its only importer could hold costs a reader a tab for a sentence. */
const TINY = 25;
/** What the importer may have with it. */
const HOLDS = 150;
/** Sources in a folder, tests aside. */
const FOLDER_STOP = 25;
const SOURCES =
  '{domain,server,web/src,simulators,contract,tests,tools,benchmarks,database}/**/*.{ts,tsx,sql,css}';
const GENERATED = new Set(['domain/database.types.ts', 'database/schema.sql']);
/** Product code; a test's own small fixture may lie beside it. */
const MERGED = /^(?:domain|server|web\/src)\/(?!.*\.(?:test|spec)\.tsx?$|routes\/).*\.tsx?$/;

interface Source {
  readonly path: string;
  readonly text: string;
}

const isTest = (path: string): boolean => /\.(?:test|spec)\.tsx?$/.test(path);
const lineCount = ({ text }: Source): number => text.split('\n').length;
const givesReason = ({ text }: Source): boolean =>
  text
    .split('\n')
    .slice(0, 20)
    .some((line) => line.includes('@size:'));

/** Tiny sources whose only importer, tests aside, is a file of the same folder that imports them statically. */
export function tinyFiles(sources: readonly Source[]): string[] {
  const importers = new Map<string, Set<string>>();
  const lazy = new Set<string>();
  for (const { path, text } of sources) {
    if (isTest(path)) continue;
    for (const { target, isDynamic } of importsOf(path, text)) {
      importers.set(target, (importers.get(target) ?? new Set()).add(path));
      if (isDynamic) lazy.add(target);
    }
  }
  return sources.flatMap((source) => {
    const { path } = source;
    const [only, ...others] = importers.get(path) ?? [];
    const holder = sources.find((one) => one.path === only);
    const isAlone = holder !== undefined && others.length === 0 && dirname(holder.path) === dirname(path);
    const hasRoom = holder !== undefined && lineCount(holder) + lineCount(source) <= HOLDS;
    const counts = MERGED.test(path) && lineCount(source) < TINY && hasRoom && !givesReason(source);
    return counts && isAlone && !lazy.has(path) ? [`${path}: its only importer, ${only}, could hold it`] : [];
  });
}

/** Sentences about long files; whether each is refused. */
export function longFiles(sources: readonly Source[]): { says: string; refused: boolean }[] {
  return sources.flatMap((source) => {
    const lines = lineCount(source);
    if (lines <= WARN) return [];
    const refused = lines > STOP && !givesReason(source);
    const verdict = refused ? 'too long, give a reason with @size: or split it' : 'long';
    return [{ says: `${source.path}: ${lines} lines, ${verdict}`, refused }];
  });
}

/** Folders with more TypeScript than a reader scans. Migrations are a row in time, which nobody looks through. */
export function fullFolders(sources: readonly Source[]): string[] {
  const counts = new Map<string, number>();
  for (const { path } of sources) {
    if (!/\.tsx?$/.test(path) || isTest(path)) continue;
    counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > FOLDER_STOP)
    .map(
      ([folder, count]) => `${folder}: ${count} sources, group what belongs together in a folder of its own`,
    );
}

if (import.meta.main) {
  const root = join(dirname(fileURLToPath(import.meta.url)), '..');
  const sources = globSync(SOURCES, { cwd: root })
    .filter((path) => !GENERATED.has(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
  const long = longFiles(sources);
  const tiny = tinyFiles(sources);
  for (const { says } of long) console.log(says);
  const full = fullFolders(sources);
  for (const says of [...tiny, ...full]) console.log(says);
  process.exitCode = tiny.length + full.length > 0 || long.some(({ refused }) => refused) ? 1 : 0;
}
