import { expect, it } from 'vitest';
import { readFinishReason } from './finish-reason.ts';

it.each([
  ['stop', 'stop'],
  ['end_turn', 'stop'],
  ['eos_token', 'stop'],
  ['STOP', 'stop'],
  ['length', 'length'],
  ['max_tokens', 'length'],
  ['model_length', 'length'],
  ['content_filter', 'refused'],
  ['SAFETY', 'refused'],
  ['RECITATION', 'refused'],
  ['error', 'error'],
  ['abort', 'error'],
  ['insufficient_system_resource', 'error'],
  ['tool_calls', 'tools'],
])('%s means %s', (reason, finish) => {
  expect(readFinishReason(reason)).toBe(finish);
});
