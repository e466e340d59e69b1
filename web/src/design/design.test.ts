import { globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const UI = path.join(import.meta.dirname, '../ui');

/** Not shown separately: parts of fields, and components that are mounted once. */
const INNER = ['field-error.tsx', 'field-frame.tsx', 'loading-screen.tsx', 'toaster.tsx'];

test('the design page shows every part of the ui kit', () => {
  const shown = globSync('*.tsx', { cwd: import.meta.dirname })
    .map((file) => readFileSync(path.join(import.meta.dirname, file), 'utf8'))
    .join('\n');
  const parts = readdirSync(UI).filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'));
  expect(parts.filter((file) => !INNER.includes(file) && !shown.includes(`#web/ui/${file}`))).toEqual([]);
});
