import { existsSync, readFileSync } from 'node:fs';
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
