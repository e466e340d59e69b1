import { existsSync, readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (file: string): string => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');

test('the README names everything that can be configured', () => {
  const names = [...read('.env.example').matchAll(/^(?:# )?([A-Z][A-Z0-9_]*)=/gm)].map(
    ([, name]) => name ?? '',
  );
  expect(names.length).toBeGreaterThan(40);
  const readme = read('README.md');
  expect(names.filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
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
