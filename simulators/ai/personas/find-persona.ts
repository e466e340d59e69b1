import { anthropic } from './hosted/anthropic.ts';
import { azure } from './hosted/azure.ts';
import { gateway } from './hosted/gateway.ts';
import { gemini } from './hosted/gemini.ts';
import { groq } from './hosted/groq.ts';
import { litellm } from './hosted/litellm.ts';
import { mistral } from './hosted/mistral.ts';
import { openai } from './hosted/openai.ts';
import { openrouter } from './hosted/openrouter.ts';
import { llamaCpp } from './local/llama-cpp.ts';
import { lmStudio } from './local/lm-studio.ts';
import { ollama } from './local/ollama.ts';
import { vllm, vllmRaw } from './local/vllm.ts';
import type { Persona, PersonaName } from './persona.ts';

const PERSONAS: Readonly<Record<PersonaName, Persona>> = {
  openrouter,
  openai,
  anthropic,
  gemini,
  mistral,
  groq,
  azure,
  litellm,
  gateway,
  ollama,
  'llama-cpp': llamaCpp,
  vllm,
  'vllm-raw': vllmRaw,
  'lm-studio': lmStudio,
};

export function findPersona(name: PersonaName): Persona {
  return PERSONAS[name];
}
