import { expect, it } from 'vitest';
import type { ChatRequest } from '../chat-request.ts';
import { formOf } from './form-of.ts';

const asked = (rules: string): ChatRequest => ({
  model: 'sim/team',
  messages: [
    { role: 'system', content: rules },
    { role: 'user', content: 'Here is {"queries":["of a page"]}.' },
  ],
});

it('finds none where none is asked for', () => {
  expect(formOf(asked('Write {{q1.r1.name}}, and no JSON such as {"a":1}.'))).toBeUndefined();
});

it('believes a schema before an example', () => {
  const request = asked('Answer: {"queries":["…"]}');
  const schema = { type: 'object', properties: {}, required: [], additionalProperties: false };
  const json_schema = { name: 'claims', strict: true, schema };
  expect(formOf({ ...request, response_format: { type: 'json_schema', json_schema } })).toBe('claims');
});
