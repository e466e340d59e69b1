import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';

const ROOT = new URL('../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8');

function documentsOf(path: string): unknown[] {
  const documents = parseAllDocuments(read(path));
  return documents.map((document) => {
    expect([...document.errors, ...document.warnings]).toEqual([]);
    return document.toJS() as unknown;
  });
}

test.each(globSync('deploy/**/*.yaml', { cwd: ROOT }))('%s is YAML', (path) => {
  expect(documentsOf(path).filter((content) => content === null)).toEqual([]);
});

const rules = z.object({
  groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })) })),
});

test('each alert has a line that says what to do', () => {
  const alerts = documentsOf('deploy/prometheus-rules.yaml').flatMap((document) =>
    rules.parse(document).groups.flatMap((group) => group.rules.map(({ alert }) => alert)),
  );
  const told = [...read('docs/monitoring.md').matchAll(/^\| `(Errand\w+)` \|/gm)].map(([, name]) => name);
  expect(alerts).toHaveLength(8);
  expect(told).toEqual(alerts);
});

/** Of the platforms themselves. */
const NOT_OURS = [
  'ERRAND_HOST',
  'GARAGE_DEFAULT_ACCESS_KEY',
  'GARAGE_DEFAULT_BUCKET',
  'GARAGE_DEFAULT_SECRET_KEY',
  'POSTGRES_DB',
  'POSTGRES_PASSWORD',
  'POSTGRES_USER',
  'STORE_KEY',
  'STORE_SECRET',
];

test.each([
  'deploy/Containerfile',
  'deploy/compose.yaml',
  'deploy/errand.service',
  'deploy/kubernetes/errand.yaml',
])('%s names settings that exist', (path) => {
  const named = [...read(path).matchAll(/\b([A-Z]+(?:_[A-Z]+)+)\b ?[=:] ?/g)].map(([, name]) => name ?? '');
  const settings = [...read('.env.example').matchAll(/^(?:# )?([A-Z_]+)=/gm)].map(([, name]) => name);
  expect(named).not.toEqual([]);
  expect(named.filter((name) => ![...settings, ...NOT_OURS].includes(name))).toEqual([]);
});

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

/** It says nothing else about a unit that it takes. */
const NOT_INSTALLED =
  /^errand\.service: Command \/opt\/errand\/\S+ is not executable: No such file or directory$/;

test.runIf(hasSystemd)('systemd takes the unit', () => {
  const unit = new URL('deploy/errand.service', ROOT).pathname;
  const { stdout, stderr } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' });
  const said = `${stdout}${stderr}`.split('\n').filter((line) => line !== '' && !NOT_INSTALLED.test(line));
  expect(said).toEqual([]);
});

test('the image is built from files that are there', () => {
  const copied = [
    ...read('deploy/Containerfile').matchAll(/^COPY (?:--from=build \/errand\/)?(\S.*) \S+$/gm),
  ].flatMap(([, sources = '']) => sources.replaceAll(' /errand/', ' ').split(' '));
  const sent = [...read('.dockerignore').matchAll(/^!(\S+)$/gm)].map(([, path]) => path ?? '');
  expect(copied.length).toBeGreaterThan(8);
  const made = ['node_modules', 'sbom.cdx.json', 'web/build/client'];
  for (const path of [...copied, ...sent])
    if (!made.includes(path)) expect(existsSync(new URL(path, ROOT)), path).toBe(true);
  const isSent = (path: string): boolean => sent.some((top) => path === top || path.startsWith(`${top}/`));
  expect(copied.filter((path) => path !== '.' && !made.includes(path) && !isSent(path))).toEqual([]);
});
