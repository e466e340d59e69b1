import { globSync, readFileSync } from 'node:fs';
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
  expect(alerts).toHaveLength(6);
  expect(told).toEqual(alerts);
});
