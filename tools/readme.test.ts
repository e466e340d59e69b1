import { existsSync, readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (file: string): string => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');

/** `OIDC_<NAME>_ISSUER` is one name. */
const examples = [...read('.env.example').matchAll(/^(?:# )?([A-Z][A-Z0-9_<>]*)=/gm)].map(
  ([, name]) => name ?? '',
);

/** The names in the first cells of tables. */
const namesOf = (text: string): string[] =>
  [...text.matchAll(/^\| (`[A-Z][^|]*) \|/gm)].flatMap(([, cell]) =>
    [...(cell ?? '').matchAll(/`([A-Z][A-Z0-9_<>]*)`/g)].map(([, name]) => name ?? ''),
  );

test('the example of the environment explains each name once', () => {
  expect(examples.length).toBeGreaterThan(40);
  expect(examples).toEqual([...new Set(examples)]);
});

test('the documentation has a line for each name that can be configured, and for no other', () => {
  const [current = '', old = ''] = read('docs/configuration.md').split('## Old names');
  expect(namesOf(current).toSorted()).toEqual(examples.toSorted());
  expect(namesOf(old).filter((name) => examples.includes(name))).toEqual([]);
});

test('the table of the README names a dozen settings that exist', () => {
  const names = namesOf(read('README.md'));
  expect(names).toHaveLength(12);
  expect(names.filter((name) => !examples.includes(name))).toEqual([]);
});

test('the README shows pictures that are there', () => {
  const pictures = [...read('README.md').matchAll(/docs\/images\/[\w-]+\.png/g)].map(([path]) => path);
  expect(pictures).toHaveLength(3);
  expect(pictures.filter((path) => !existsSync(new URL(`../${path}`, import.meta.url)))).toEqual([]);
});

test('what is promised names tests that are there', () => {
  const named = [
    ...read('docs/promises.md').matchAll(/`((?:benchmarks|contract|server|tests|web)\/[^`*]+)`/g),
  ].map(([, path]) => path ?? '');
  expect(named.length).toBeGreaterThan(80);
  const isThere = (path: string) =>
    [path, `${path}.test.ts`].some((file) =>
      statSync(new URL(`../${file}`, import.meta.url), { throwIfNoEntry: false })?.isFile(),
    );
  // A folder ends with a slash and names no test.
  expect(named.filter((path) => !path.endsWith('/') && !isThere(path))).toEqual([]);
});

test('the how-to names files that are there', () => {
  const named = [...read('docs/how-to.md').matchAll(/`([a-z]+\/[\w./-]+\.(?:tsx?|json|md))`/g)].map(
    ([, path]) => path ?? '',
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((path) => !existsSync(new URL(`../${path}`, import.meta.url)))).toEqual([]);
});
