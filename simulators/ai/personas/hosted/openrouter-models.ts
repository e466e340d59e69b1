import type { PersonaHost } from '../persona.ts';
import { profileOf } from '../profile-of.ts';

/** Advertised fields of a model behind the router, and its default amount of thinking. */
export interface RoutedModel {
  readonly parameters: readonly string[];
  readonly thinks: number;
  /** True if its vendor shows its thinking. */
  readonly isOpen: boolean;
  readonly inputs: readonly string[];
}

const COMMON = ['max_tokens', 'tools', 'tool_choice'];
const THINKING = ['reasoning', 'include_reasoning'];
const FORMED = ['response_format', 'structured_outputs'];
const SAMPLED = ['temperature', 'top_p', 'stop', 'seed'];

/**
 * `supported_parameters` of `GET /models`, for four kinds of models: none advertises `max_completion_tokens` (raif PR
 * 507, openstory PR 1318), and neither the GPT-5 line nor Claude 5 a temperature (vellum-assistant PR 42670, xagent
 * 1575).
 */
const MODELS: Readonly<Record<RoutedProfile, RoutedModel>> = {
  gemini: {
    parameters: [...COMMON, ...THINKING, ...FORMED, ...SAMPLED],
    thinks: 1_500,
    isOpen: true,
    inputs: ['text', 'image', 'file'],
  },
  'gpt-5': {
    parameters: [...COMMON, ...THINKING, ...FORMED, 'seed'],
    thinks: 900,
    isOpen: false,
    inputs: ['text', 'image', 'file'],
  },
  'claude-5': {
    parameters: [...COMMON, ...THINKING, ...FORMED, 'stop'],
    thinks: 0,
    isOpen: true,
    inputs: ['text', 'image'],
  },
  open: { parameters: [...COMMON, ...SAMPLED], thinks: 0, isOpen: true, inputs: ['text'] },
};

export type RoutedProfile = 'gemini' | 'gpt-5' | 'claude-5' | 'open';

export function routedModel(host: PersonaHost, id: string): RoutedModel {
  return MODELS[profileOf(host, id, ['gemini', 'gpt-5', 'claude-5', 'open'])];
}
