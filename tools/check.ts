/** Format, lint, types, walls, sizes, generated files. No warning is let pass. */
import { run, runSteps } from './run.ts';

await runSteps([
  ['format and order of imports', () => run('biome', ['check', '.'])],
  ['lint', () => run('oxlint', ['--type-aware', '--deny-warnings'])],
  ['types of the server', () => run('tsc', ['-p', '.'])],
  ['route types', () => run('react-router', ['typegen'], { cwd: 'web' })],
  ['types of the web app', () => run('tsc', ['-p', 'web'])],
  ['walls between the parts', () => run('node', ['tools/check-boundaries.ts'])],
  ['titles of commits', () => run('node', ['tools/check-commits.ts'])],
  ['sizes of files', () => run('node', ['tools/check-sizes.ts'])],
  ['database/schema.sql is fresh', () => run('node', ['tools/dump-schema.ts', '--check'])],
  ['domain/database.types.ts is fresh', () => run('node', ['tools/generate-types.ts', '--check'])],
]);
