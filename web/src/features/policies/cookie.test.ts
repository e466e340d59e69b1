import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const SOURCES = path.join(import.meta.dirname, '../..');

/** Names under which something is kept in the browser: they all begin alike. */
function namesInSources(): string[] {
  const names = globSync('**/*.{ts,tsx}', { cwd: SOURCES })
    .filter((file) => !file.includes('.test.'))
    .flatMap((file) => [...readFileSync(path.join(SOURCES, file), 'utf8').matchAll(/'(errand-[a-z-]+)'/g)])
    .map(([, name]) => name ?? '');
  return [...new Set(names)].toSorted();
}

test('everything that is kept in the browser is named, and nothing else', () => {
  const texts = readFileSync(path.join(SOURCES, 'texts/en/policies.json'), 'utf8');
  const told = [...texts.matchAll(/<code>(errand-[a-z-]+)<\/code>/g)];
  expect(told.map(([, name]) => name ?? '').toSorted()).toEqual(namesInSources());
});
