/**
 * Puts the server's modules into few files when a source is newer than they are: a start then loads 150 files instead
 * of 1,100, and no type stripper. `--force` builds always.
 */
import { existsSync, globSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { ROOT } from './run.ts';

const OUT = join(ROOT, 'server/build');
/** What a process or thread starts from. Rarer threads and children start from their sources. */
const ENTRIES = {
  main: 'server/main.ts',
  cli: 'server/cli.ts',
  database: 'server/platform/db/pglite/worker.ts',
  files: 'server/product/files/child/main.ts',
};
// What words a result, for its PDF, is the browser's.
const SOURCES = [
  '{server,domain}/**/*.{ts,txt}',
  'web/src/{texts,lib/format,ui/paper,features/delegation}/**/*.{ts,json}',
  'tools/build-server.ts',
  'package-lock.json',
];
/** Packages of many small files that every start loads. */
const PACKED = [
  'zod',
  'jose',
  'hono',
  '@hono/node-server',
  '@fastify/busboy',
  'franc',
  'otpauth',
  'uqr',
  'pg-boss',
  'cron-parser',
  'luxon',
  'serialize-error',
  'rrule-temporal',
  'non-error',
  '@lingui/core',
  '@lingui/message-utils',
  '@messageformat/parser',
  '@messageformat/date-skeleton',
  'moo',
];

const ADDRESS = /new URL\('(\.[^']*)', import\.meta\.url\)|import\.meta\.url/g;

/** Each module finds its neighbours as if it were still in its folder. */
const keepPlaces: Plugin = {
  name: 'keep-places',
  enforce: 'pre',
  transform(code, id) {
    if (!id.startsWith(join(ROOT, 'server')) || !code.includes('import.meta.url')) return null;
    const own = `new URL('${relative(OUT, id)}', import.meta.url).href`;
    const placed = code.replaceAll(ADDRESS, (address: string, path: string | undefined) => {
      const entry = path && entryOf(resolve(dirname(id), path));
      return entry ? `new URL('./${entry}.js', import.meta.url)` : address.replace('import.meta.url', own);
    });
    return { code: placed, map: null }; // lines stay where they are
  },
};

function entryOf(file: string): string | undefined {
  return Object.entries(ENTRIES).find(([, source]) => join(ROOT, source) === file)?.[0];
}

function isFresh(): boolean {
  const stamp = join(OUT, 'main.js');
  if (!existsSync(stamp)) return false;
  const built = statSync(stamp).mtimeMs;
  return globSync(SOURCES, { cwd: ROOT }).every((path) => statSync(join(ROOT, path)).mtimeMs <= built);
}

async function bundle(): Promise<void> {
  const { build } = await import('vite');
  await build({
    root: ROOT,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [keepPlaces],
    ssr: { target: 'node', noExternal: PACKED },
    build: {
      ssr: true,
      outDir: OUT,
      emptyOutDir: true,
      target: 'node24',
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        input: ENTRIES,
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
}

// An installation without the build tools brings its built server along.
const canBuild = existsSync(join(ROOT, 'node_modules/vite'));
if (process.argv.includes('--force') || (canBuild && !isFresh())) await bundle();
