import { readFileSync } from 'node:fs';
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
