import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { ChatRequest } from '../chat-request.ts';
import { formOf } from './form-of.ts';

const PRODUCT = fileURLToPath(new URL('../../../server/product/ai/', import.meta.url));

const asked = (rules: string): ChatRequest => ({
  model: 'sim/team',
  messages: [
    { role: 'system', content: rules },
    { role: 'user', content: 'Here is {"queries":["of a page"]}.' },
  ],
});

it('knows every form that the product asks for, by the example in its prompt', () => {
  const sources = globSync('**/*.ts', { cwd: PRODUCT })
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => readFileSync(`${PRODUCT}${path}`, 'utf8'));
  const examples = sources.flatMap((source) => [...source.matchAll(/- Answer with the JSON alone: .*/g)]);
  expect(
    examples
      .map(([rule]) => formOf(asked(`Rules.\n${rule}`)))
      .toSorted((a = '', b = '') => a.localeCompare(b)),
  ).toEqual([
    'claims',
    'claims',
    'corrections',
    'leads',
    'more_queries',
    'pdf_claims',
    'picture_tables',
    'points',
    'research_plan',
    'rewording',
    'search_plan',
    'table_queries',
    'verdicts',
  ]);
});

it('finds none where none is asked for', () => {
  expect(formOf(asked('Write {{q1.r1.name}}, and no JSON such as {"a":1}.'))).toBeUndefined();
});

it('believes a schema before an example', () => {
  const request = asked('- Answer with the JSON alone: {"queries":["…"]}');
  const schema = { type: 'object', properties: {}, required: [], additionalProperties: false };
  const json_schema = { name: 'claims', strict: true, schema };
  expect(formOf({ ...request, response_format: { type: 'json_schema', json_schema } })).toBe('claims');
});
