/** Format, lint, types, walls, sizes, generated files. No warning is let pass. */
import { run as runOne, runSideBySide, runSteps } from './run.ts';

const run = (command: string, ...args: string[]) => runOne(command, args, { isHeld: true });

// Linting with types wants them, too.
await runSteps([['route types', () => runOne('react-router', ['typegen'], { cwd: 'web' })]]);
await runSideBySide([
  [['lint', () => run('oxlint', '--type-aware', '--deny-warnings')]],
  [
    ['format and order of imports', () => run('biome', 'check', '.')],
    ['types of the server', () => run('tsc', '-p', '.')],
    ['types of the web app', () => run('tsc', '-p', 'web')],
  ],
  [
    ['walls between the parts', () => run('node', 'tools/check-boundaries.ts')],
    ['titles of commits', () => run('node', 'tools/check-commits.ts')],
    ['sizes of files', () => run('node', 'tools/check-sizes.ts')],
    ['database/schema.sql is fresh', () => run('node', 'tools/dump-schema.ts', '--check')],
    ['domain/database.types.ts is fresh', () => run('node', 'tools/generate-types.ts', '--check')],
  ],
]);
