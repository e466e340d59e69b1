/**
 * `npm run test:quick [file…]`: the tests beside the changed files, and those that import them. Without names, the files
 * that are not on main yet; on main itself, those of the last commit and after. Answers within a minute; `npm test` decides.
 */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { importsOf } from './check-boundaries.ts';
import { ROOT, run, runSteps } from './run.ts';

/** Tests that start whole programs, or go on for longer than a quick look may take. */
const SLOW = [
  'tests/acceptance/**',
  'tests/e2e/**',
  'tests/golden/persona-matrix.test.ts',
  '**/kill.test.ts',
];

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean);

function changedFiles(): string[] {
  const [base = 'HEAD'] = git('merge-base', 'HEAD', 'main');
  const since = base === git('rev-parse', 'HEAD')[0] ? 'HEAD~1' : base;
  return [
    ...git('diff', '--name-only', '--diff-filter=d', since),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
}

const named = process.argv.slice(2);
const changed = (named.length > 0 ? named : changedFiles()).filter((file) => /\.(tsx?|sql)$/.test(file));
const slow = new Set(SLOW.flatMap((pattern) => globSync(pattern, { cwd: ROOT })));
const tests = globSync('{contract,domain,server,simulators,tests,tools,web/src}/**/*.test.{ts,tsx}', {
  cwd: ROOT,
}).filter((test) => !slow.has(test));

/** It lies beside one of them, or imports one of them. */
function isConcerned(test: string): boolean {
  const folder = dirname(test);
  const imported = new Set(
    importsOf(test, readFileSync(join(ROOT, test), 'utf8')).map(({ target }) => target),
  );
  return changed.some((file) => file === test || dirname(file) === folder || imported.has(file));
}

const concerned = tests.filter(isConcerned);
console.log(`${changed.length} changed files, ${concerned.length} files of tests`);
await runSteps([
  ['format and order of imports', () => run('biome', ['check', '.'])],
  ['types of the server', () => run('tsc', ['-p', '.'])],
  ...(changed.some((file) => file.startsWith('web/'))
    ? [['types of the web app', () => run('tsc', ['-p', 'web'])] as const]
    : []),
  ['walls between the parts', () => run('node', ['tools/check-boundaries.ts'])],
  ['tests', () => (concerned.length > 0 ? run('vitest', ['run', ...concerned]) : Promise.resolve(0))],
]);
