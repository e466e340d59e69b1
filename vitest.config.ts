import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { isLong } from './tests/long-run.ts';
import { NO_OPTIMISATION } from './tests/no-optimisation.ts';
import { aliasesOf } from './tools/earlier-clients.ts';
import { NameFailedTests } from './tools/name-failed-tests.ts';
import { compileTexts } from './web/compile-texts.ts';

/** Suites that meet no database, or the same one on every engine. */
const PURE = [
  'benchmarks/**/*.test.ts',
  'domain/**/*.test.ts',
  'server/cli/**/*.test.ts',
  'server/lib/**/*.test.ts',
  'server/platform/db/pglite/**/*.test.ts',
  'server/platform/rest/**/*.test.ts',
  'server/product/ai/**/*.test.ts',
  'server/providers/**/*.test.ts',
  'simulators/**/*.test.ts',
  'tests/golden/**/*.test.ts',
  'tools/**/*.test.ts',
];

/** Suites about children of a process, which must be its own. */
const CHILDREN = [
  'server/product/files/{*bombs,child-arguments,file-work,late-answers,lost-children,mailed-files,table-work,whole-tables}.test.ts',
];

const SERVER = ['contract/**/*.test.ts', 'server/**/*.test.ts', 'tests/**/*.test.ts'];

/**
 * Suites that can end otherwise on PostgreSQL: they are about connections, locks, privileges, plans, what is announced,
 * copies and restarts. `npm run test:long` runs all the others there, too.
 */
const ON_POSTGRES = [
  'server/platform/{busy-database,full-disk}.test.ts',
  'server/platform/auth/{factors,proofs}/*.test.ts',
  'server/platform/{db,jobs,realtime}/**/*.test.ts',
  'server/product/{accounts,credits,recovery,redeem,retention}/*.test.ts',
  'server/product/billing/{packs,random-orders,two-plans,webhook}.test.ts',
  'server/product/delegation/{ask-run,budgets,busy-database,delegate,delegate-races,kill,run-worker,server-deaths}.test.ts',
  'contract/auth-{limits,sessions,sign-up}.test.ts',
  'contract/realtime-{changes,filters,from-sql,presence,publication,stop}.test.ts',
  'contract/rest-{aggregates,answers,call,deadlock,endings,fuzz,insert,load,match,overloads,plan,schema}.test.ts',
  'contract/{search,storage-upload}.test.ts',
  'tests/*.test.ts',
  'tests/rls/*.test.ts',
  'tests/acceptance/{kill,main-job,one-process,online-backup,operator,own-tables,races,restore}.test.ts',
  'tests/acceptance/{clocks-apart,cut-off-process,erased-list,long-outage,many-processes,processes-under-fire,rehearsal,read-replica,rolling-change,supabase-sql}.test.ts',
  'tests/acceptance/two-users/two-users.test.ts',
];
const isShortPostgresRun = process.env['TEST_DATABASE'] === 'postgres' && !isLong;

const WEB = ['web/src/**/*.test.{ts,tsx}'];
/** Those that replace a module: in a shared worker, other files would get it too, or they the original. */
const mocking = (patterns: string[]): string[] =>
  globSync(patterns).filter((file) => readFileSync(file, 'utf8').includes('vi.mock('));
const MOCKING = mocking(SERVER);
const WEB_MOCKING = mocking(WEB);

/** In `npm test`, processes that read files start from the built server, as installed: in a third of the time. */
const builtChildren: Plugin = {
  name: 'built-children',
  enforce: 'pre',
  transform(code, id) {
    if (!process.env['SERVER_PROGRAM'] || !id.endsWith('server/product/files/child-arguments.ts'))
      return null;
    return { code: code.replace('./child/main.ts', '../../build/files.js'), map: null };
  },
};

/** What a CommonJS package calls its default is a property of what Node imports from it. */
const AS_NODE_IMPORTS = { interopDefault: false };

/** An earlier minor version of the official client, such as `2.118`, in the place of the app's own: tools/test-clients.ts. */
const client = process.env['SUPABASE_JS'];

/** Where a test lives says what it may touch: beside the code, over HTTP only, or the whole application. A project is how it's run. */
export default defineConfig({
  plugins: [builtChildren],
  resolve: { alias: client ? aliasesOf(client) : {} },
  test: {
    environment: 'node',
    setupFiles: ['tests/setup.ts'],
    globalSetup: ['tests/global-setup.ts'],
    // What takes a second on a quiet machine takes thirty on a very busy one. A test gives itself more, never less.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // As tests/setup.ts does for `vi.waitFor`: a wait ends as soon as what it waits for is so.
    expect: { poll: { timeout: 60_000 } },
    // Almost half of the time of a file is waiting: for programs, sockets, locks, and moments that have to pass.
    maxWorkers: Math.min(2 * availableParallelism() + 2, 12),
    execArgv: [NO_OPTIMISATION],
    reporters: ['default', new NameFailedTests()],
    // `npm run test:coverage`. Only what runs in a test's own process: neither programs that a test starts nor threads.
    coverage: {
      provider: 'v8',
      exclude: ['**/*.test.*', '{contract,simulators,tests,tools}/**', '**/build/**'],
      reporter: ['text-summary', 'html', 'json-summary'],
      reportOnFailure: true,
    },
    // What passes only the second time is listed as a retry: a defect to be found, of the program or of the test.
    retry: 1,
    projects: [
      { extends: true, test: { name: 'children', include: CHILDREN } },
      { extends: true, test: { name: 'mocking', include: MOCKING } },
      {
        extends: true,
        test: { name: 'pure', include: PURE, exclude: MOCKING, deps: AS_NODE_IMPORTS, isolate: false },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: isShortPostgresRun ? ON_POSTGRES : SERVER,
          exclude: [...PURE, ...CHILDREN, ...MOCKING, 'tests/e2e/**'],
          deps: AS_NODE_IMPORTS,
          // One worker for many files: modules and the database's compiled code are loaded once.
          isolate: false,
          execArgv: [],
        },
      },
      {
        extends: true,
        plugins: [compileTexts()],
        test: { name: 'web', include: WEB, exclude: WEB_MOCKING, isolate: false },
      },
      {
        extends: true,
        plugins: [compileTexts()],
        test: { name: 'web_mocking', include: WEB_MOCKING },
      },
    ],
  },
});
