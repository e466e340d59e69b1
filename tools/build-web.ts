/** Builds the web app when a source is newer than the build, and compresses what is served. `--force` builds always. */
import { existsSync, globSync, statSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { ROOT, run } from './run.ts';

const OUT = join(ROOT, 'web/build/client');
const STAMP = join(OUT, 'index.html');
const SOURCES = ['web/src/**/*', 'web/public/**/*', 'web/*.{ts,json}', 'domain/**/*.ts', 'package-lock.json'];
const COMPRESSED = new Set(['.html', '.js', '.css', '.json', '.svg', '.txt', '.webmanifest', '.vtt']);

function isFresh(): boolean {
  if (!existsSync(STAMP)) return false;
  const built = statSync(STAMP).mtimeMs;
  return globSync(SOURCES, { cwd: ROOT }).every((path) => statSync(join(ROOT, path)).mtimeMs <= built);
}

async function compress(path: string): Promise<void> {
  const body = await readFile(path);
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  await writeFile(`${path}.br`, await promisify(brotliCompress)(body, { params }));
  await writeFile(`${path}.gz`, await promisify(gzip)(body, { level: 9 }));
}

/**
 * The landing page brings what it uses of the stylesheet: the first paint of a new visitor waits for one answer instead
 * of two. Its links load the next page whole, which finds the stylesheet fetched.
 */
async function bringStyle(path: string): Promise<void> {
  const html = await readFile(path, 'utf8');
  const [link, style] = /<link rel="stylesheet" href="([^"]+)"\/>/.exec(html) ?? [];
  const [, script] = /<script defer="" src="([^"]+)"/.exec(html) ?? [];
  if (link === undefined || style === undefined || script === undefined)
    throw new Error(`${path} does not name one stylesheet and one script`);
  // A build tool, which an installation without them does not have.
  const { usedStyle } = await import('./used-style.ts');
  const [css, js] = await Promise.all([style, script].map((file) => readFile(join(OUT, file), 'utf8')));
  const used = usedStyle(css ?? '', html, js ?? '');
  const prefetch = `<link rel="prefetch" as="style" href="${style}"/>`;
  await writeFile(
    path,
    html.replace(link, () => `<style>${used}</style>${prefetch}`),
  );
}

async function build(): Promise<number> {
  const code = await run('react-router', ['build'], {
    cwd: join(ROOT, 'web'),
    env: { NODE_ENV: 'production' },
  });
  if (code !== 0) return code;
  await bringStyle(STAMP);
  const files = globSync('**/*', { cwd: OUT }).filter((path) => COMPRESSED.has(extname(path)));
  await Promise.all(files.map((path) => compress(join(OUT, path))));
  return 0;
}

// An installation without the build tools brings its built web app along.
const canBuild = existsSync(join(ROOT, 'node_modules/.bin/react-router'));
if (process.argv.includes('--force') || (canBuild && !isFresh())) process.exitCode = await build();
else if (!existsSync(STAMP)) {
  console.error('There is no built web app and no build tool: run "npm ci && npm run build" first.');
  process.exitCode = 1;
}
