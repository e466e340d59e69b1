import { expect } from 'vitest';
import { type AiSimulator, type AiSimulatorOptions, startAiSimulator } from '../start-ai-simulator.ts';
import type { PersonaName } from './persona.ts';
import { type Fields, fieldsOf, listOf } from './wire-body.ts';

/** Request helpers for the persona tests, with plain `fetch`. */

const open: AiSimulator[] = [];
/** For `afterEach`. */
export async function closeAll(): Promise<void> {
  await Promise.all(open.splice(0).map((each) => each.close()));
}

export async function start(persona: PersonaName, options: AiSimulatorOptions = {}): Promise<AiSimulator> {
  const simulator = await startAiSimulator({ persona, models: ['sim/fast', 'sim/team'], ...options });
  open.push(simulator);
  return simulator;
}

export const EXAMPLE = '- Answer with the JSON alone: {"question":"…","queries":["…"]}';
export const messages = [
  { role: 'system', content: `Plan the search.\n${EXAMPLE}` },
  { role: 'user', content: 'Which tyres does the law ask for?' },
];
export const plain = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'Hello' },
];

export function post({ url, apiKey }: AiSimulator, body: object, key = apiKey): Promise<Response> {
  return fetch(`${url}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'sim/fast', messages: plain, ...body }),
  });
}

export interface Read {
  readonly status: number;
  readonly chunks: readonly Fields[];
  readonly text: string;
  readonly thought: string;
  readonly finish: unknown;
  readonly usage: Fields;
}

export async function stream(simulator: AiSimulator, body: object): Promise<Read> {
  const response = await post(simulator, { stream: true, ...body });
  const sent = await response.text();
  expect(sent, sent).toContain('data: [DONE]');
  const chunks = sent
    .split('\n')
    .filter((line) => line.startsWith('data: {'))
    .map((line) => fieldsOf(JSON.parse(line.slice(6))));
  const choices = chunks.flatMap(({ choices: some }) => listOf(some).map(fieldsOf));
  const deltas = choices.map(({ delta }) => fieldsOf(delta));
  const parts = deltas.flatMap(({ content }) => (Array.isArray(content) ? content.map(fieldsOf) : []));
  const inParts = parts.flatMap(({ thinking }) => listOf(thinking).map((each) => fieldsOf(each)['text']));
  const joined = (texts: unknown[]): string => texts.filter((each) => typeof each === 'string').join('');
  return {
    status: response.status,
    chunks,
    text: joined(deltas.map(({ content }) => content)),
    thought: joined([
      ...deltas.map(({ reasoning, reasoning_content }) => reasoning ?? reasoning_content),
      ...inParts,
    ]),
    finish: choices
      .map(({ finish_reason }) => finish_reason)
      .findLast((reason) => typeof reason === 'string'),
    usage: fieldsOf(
      chunks.map(({ usage }) => usage).findLast((usage) => usage !== null && usage !== undefined),
    ),
  };
}

export const schema = {
  type: 'object',
  properties: { question: { type: 'string' }, queries: { type: 'array', items: { type: 'string' } } },
  required: ['question', 'queries'],
  additionalProperties: false,
};
export const format = (more: object = { strict: true }, of: object = schema): object => ({
  response_format: { type: 'json_schema', json_schema: { name: 'search_plan', ...more, schema: of } },
});
const { additionalProperties: _closed, ...loose } = schema;
export const looseSchema = loose;
export const cap = { max_tokens: 4_000 };
export const completion = { max_completion_tokens: 4_000 };

/** A request that each server accepts, except for the messages. */
export const TAKEN = {
  openrouter: cap,
  openai: completion,
  anthropic: cap,
  gemini: cap,
  mistral: cap,
  groq: completion,
  azure: completion,
  litellm: cap,
  gateway: cap,
} as const satisfies Partial<Record<PersonaName, object>>;

export const HOSTED: readonly (keyof typeof TAKEN)[] = [
  'openrouter',
  'openai',
  'anthropic',
  'gemini',
  'mistral',
  'groq',
  'azure',
  'litellm',
  'gateway',
];
