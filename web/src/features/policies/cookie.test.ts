import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const SOURCES = path.join(import.meta.dirname, '../..');

/** Names of all storage keys in the sources, which share a prefix. */
function namesInSources(): string[] {
  const names = globSync('**/*.{ts,tsx}', { cwd: SOURCES })
    .filter((file) => !file.includes('.test.'))
    .flatMap((file) => [...readFileSync(path.join(SOURCES, file), 'utf8').matchAll(/'(errand-[a-z-]+)'/g)])
    .map(([, name]) => name ?? '');
  return [...new Set(names)].toSorted();
}

test('lists everything that is kept in the browser, and nothing else', () => {
  const texts = readFileSync(path.join(SOURCES, 'texts/en/policies.json'), 'utf8');
  const told = [...texts.matchAll(/<code>(errand-[a-z-]+)<\/code>/g)];
  expect(told.map(([, name]) => name ?? '').toSorted()).toEqual(namesInSources());
});
