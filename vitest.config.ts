import { defineConfig } from 'vitest/config';
import { aliasesOf } from './tools/earlier-clients.ts';
import { NameFailedTests } from './tools/name-failed-tests.ts';
import { compileTexts } from './web/compile-texts.ts';

/** Suites that meet no database, or the same one on every engine. */
const NO_DATABASE = [
  'server/cli/**/*.test.ts',
  'server/lib/**/*.test.ts',
  'server/platform/db/pglite/**/*.test.ts',
  'server/platform/rest/**/*.test.ts',
  'server/product/ai/**/*.test.ts',
  'server/product/files/{*bombs,child-arguments,file-work,late-answers,lost-children,table-work,whole-tables}.test.ts',
  'server/providers/**/*.test.ts',
  'simulators/**/*.test.ts',
  'tests/golden/**/*.test.ts',
];

/** An earlier minor version of the official client, such as `2.118`, in the place of the app's own: tools/test-clients.ts. */
const client = process.env['SUPABASE_JS'];

/** Where a test lives says what it may touch: beside the code, over HTTP only, or the whole application. */
export default defineConfig({
  resolve: { alias: client ? aliasesOf(client) : {} },
  test: {
    environment: 'node',
    setupFiles: ['tests/setup.ts'],
    globalSetup: ['tests/global-setup.ts'],
    // What takes a second on a quiet machine takes ten on a busy one.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    reporters: ['default', new NameFailedTests()],
    // What passes only the second time is listed as a retry: a defect to be found, of the program or of the test.
    retry: 1,
    projects: [
      { extends: true, test: { name: 'domain', include: ['domain/**/*.test.ts', 'tools/**/*.test.ts'] } },
      { extends: true, test: { name: 'server', include: ['server/**/*.test.ts'], exclude: NO_DATABASE } },
      { extends: true, test: { name: 'no_database', include: NO_DATABASE } },
      { extends: true, test: { name: 'contract', include: ['contract/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'tests',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/e2e/**', 'tests/golden/**'],
        },
      },
      {
        extends: true,
        plugins: [compileTexts()],
        test: { name: 'web', include: ['web/src/**/*.test.{ts,tsx}'] },
      },
    ],
  },
});
