import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const sources = globSync('**/*.{css,ts,tsx}', { cwd: ROOT })
  .filter((path) => !path.includes('.test.'))
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));

/** `--name: value` in CSS, `'--name': value` in a React style, `[--name:value]` in a class. */
const DEFINED = /(?<![\w-(])(--[a-z][\w-]*)['"]?\]?\s*:/g;
/** `var(--name)`, and Tailwind's short form in a class: `duration-(--name)`. */
const USED = /(?:var|[a-z]-)\(\s*(--[a-z][\w-]*)/g;

const names = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name);

test('defines every token that is used', () => {
  const defined = new Set(sources.flatMap(({ text }) => names(text, DEFINED)));
  const missing = sources.flatMap(({ path, text }) =>
    names(text, USED)
      .filter((name) => !defined.has(name))
      .map((name) => `${path}: ${name}`),
  );
  expect(defined.size).toBeGreaterThan(80);
  expect(missing).toEqual([]);
});
