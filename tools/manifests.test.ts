/** Manifests against what others have written of their form. An unknown field is refused: it is a misspelt one. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';

const ROOT = path.join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'errand-manifests-'));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
}

const runProgram = (name: string, args: readonly string[], cwd: string): string => {
  const program = path.join(ROOT, 'node_modules/.bin', name);
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  return status === 0 ? '' : `${stdout}${stderr}`;
};

/** How keys are ordered and values quoted is a matter of taste, and a proxy is for everybody. */
const ERRORS = ['compose.yaml', '--quiet', '--disable-rule', 'no-unbound-port-interfaces'];

function faultsOfCompose(text: string): string {
  const place = folder();
  writeFileSync(path.join(place, 'compose.yaml'), text);
  return runProgram('dclint', ERRORS, place);
}

test('compose.yaml fits the Compose Specification', () => {
  expect(faultsOfCompose(read('deploy/compose.yaml'))).toBe('');
});

test.each([
  ['a misspelt field', 'healthcheck:', 'helthcheck:', 'invalid-schema'],
  ['a value of the wrong type', 'read_only: true', 'read_only: [true]', 'invalid-schema'],
])('compose.yaml with %s does not', (_fault, before, after, said) => {
  const text = read('deploy/compose.yaml');
  expect(text).toContain(before);
  expect(faultsOfCompose(text.replace(before, after))).toContain(said);
});

const names = z.array(z.string()).or(z.record(z.string(), z.unknown()).transform(Object.keys));
const compose = z.object({
  services: z.record(
    z.string(),
    z.object({
      depends_on: names.default([]),
      networks: names.default([]),
      configs: z.array(z.object({ source: z.string() })).default([]),
      volumes: z.array(z.string()).default([]),
    }),
  ),
  networks: names,
  configs: names,
  volumes: names,
});

test('compose.yaml names only services, networks, volumes and configurations that it has', () => {
  const has = compose.parse(parse(read('deploy/compose.yaml'), { merge: true }));
  for (const { depends_on, networks, configs, volumes } of Object.values(has.services)) {
    expect(Object.keys(has.services)).toEqual(expect.arrayContaining(depends_on));
    expect(has.networks).toEqual(expect.arrayContaining(networks));
    expect(has.configs).toEqual(expect.arrayContaining(configs.map(({ source }) => source)));
    const own = volumes.map((volume) => volume.split(':')[0]).filter((from) => !from?.startsWith('.'));
    expect(has.volumes).toEqual(expect.arrayContaining(own));
  }
});

const manifest = z.looseObject({ apiVersion: z.string(), kind: z.string() });
type Manifest = z.output<typeof manifest>;
const manifests = (): Manifest[] =>
  parseAllDocuments(read('deploy/kubernetes/errand.yaml')).map((document) => manifest.parse(document.toJS()));

const model = z.custom<new (data: Manifest) => { validate(): void }>((value) => typeof value === 'function');

/** Values that the schema of the manifest's kind refuses; '' for none. */
async function faultsOf(one: Manifest): Promise<string> {
  const module: unknown = await import(import.meta.resolve(`kubernetes-models/${one.apiVersion}`));
  const Model = z.record(z.string(), z.unknown()).parse(module)[one.kind];
  try {
    new (model.parse(Model))(one).validate();
    return '';
  } catch (error) {
    return String(error);
  }
}

/** The schemas let unknown fields pass; TypeScript refuses them where the types of the same package are literals. */
function faultsOfTypes(all: readonly Manifest[]): string {
  const place = folder();
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(place, 'node_modules'));
  const lines = all.map(
    (one, at) =>
      `const _${at}: import('kubernetes-models/${one.apiVersion}').I${one.kind} = ${JSON.stringify(one)};`,
  );
  writeFileSync(path.join(place, 'manifests.mts'), `${lines.join('\n')}\nexport {};\n`);
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2024'];
  return runProgram('tsc', [...options, 'manifests.mts'], place);
}

test('each Kubernetes manifest fits its kind', async () => {
  for (const one of manifests()) expect(await faultsOf(one), one.kind).toBe('');
  expect(faultsOfTypes(manifests())).toBe('');
});

const changed = (before: string, after: string): Manifest[] =>
  manifests().map((one) => {
    const text = JSON.stringify(one);
    return manifest.parse(JSON.parse(text.replaceAll(before, after)));
  });

test('a Kubernetes manifest with a misspelt field does not', () => {
  expect(faultsOfTypes(changed('readinessProbe', 'readinesProbe'))).toContain(
    '\'"readinesProbe"\' does not exist',
  );
});

test('a Kubernetes manifest with a value of the wrong form does not', async () => {
  const said = await Promise.all(changed('"replicas":2', '"replicas":"two"').map(faultsOf));
  expect(said.join('')).toContain('replicas');
});
