import type { WireError } from '../wire-errors.ts';

export const PERSONA_NAMES = [
  'openrouter',
  'openai',
  'anthropic',
  'gemini',
  'mistral',
  'groq',
  'azure',
  'litellm',
  'gateway',
  'ollama',
  'llama-cpp',
  'vllm',
  'vllm-raw',
  'lm-studio',
] as const;

export type PersonaName = (typeof PERSONA_NAMES)[number];

/** A request as it came over the wire, before anything was read into it. */
export interface PersonaRequest {
  readonly method: string;
  /** Without the query, such as `/v1/chat/completions` or `/api/show`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed JSON; the bare text where it is none. */
  readonly body: unknown;
}

export interface PersonaHost {
  readonly apiKey: string;
  /** Ids that this server serves. */
  readonly models: readonly string[];
  /** Tokens of prompt and answer together. */
  readonly context: number;
  /** Which of the maker's models an id stands for, where it has several that differ; `@…` at the end of an id says it too. */
  readonly profiles?: Readonly<Record<string, string>>;
}

/**
 * One maker's server: what it refuses, what it lists, and how it puts an answer on the wire. Every rule names the
 * document or the report that it comes from, in a comment beside it.
 */
export interface Persona {
  readonly name: PersonaName;
  /** Where its base ends, such as `/v1`, `/api/v1` (OpenRouter) or `/v1beta/openai` (Gemini). */
  readonly base: string;
  /** Tokens of its models' context unless the test says otherwise. */
  readonly context: number;
  /** Everything but chat completions: lists of models and the server's own calls. Null: 404 in its own words. */
  answer(request: PersonaRequest, host: PersonaHost): WireError | null;
  /** What the real server refuses of a chat request, in its own words. Null: it takes the request. */
  refuse(request: PersonaRequest, host: PersonaHost): WireError | null;
  /** How it answers a chat request that it has taken. */
  speak(request: PersonaRequest, host: PersonaHost): Voice;
  /** What it says of a model that it does not have. Left out: 404 as OpenAI words it. */
  unknownModel?(model: string): WireError;
  /** The plain id of a model, where the server takes it in other spellings too. Left out: there is one spelling. */
  plainModel?(model: string): string;
  /** The header that names an answer, and how these names begin. Left out: `chatcmpl-…`, in the body alone. */
  readonly naming?: { readonly header: string; readonly prefix: string };
}

export interface Counts {
  readonly prompt: number;
  /** Tokens of thinking, and of the text. */
  readonly thinking: number;
  readonly text: number;
}

/** How an answer goes over the wire. Every method gives the body of one chunk's `choices[0]`, or of `usage`. */
export interface Voice {
  /** Tokens that the model thinks before it writes: by its own habit, and by what the request asked for. */
  readonly thinks: number;
  /** Tokens that it may write at most, thinking included unless the maker counts it apart. Null: no cap was sent. */
  readonly cap: number | null;
  /** Whether it holds the answer to the schema that was sent; else the schema changes nothing. */
  readonly heedsSchema: boolean;
  /** Tokens of the prompt that it reads: those at its end where it silently cuts. */
  readonly reads: number;
  /** A piece of thinking as a choice; null: it is kept from the client. */
  thought(piece: string): object | null;
  /** A piece of the answer as a choice. `isJson`: it is held to a schema. */
  text(piece: string, isJson: boolean): object;
  /** The finish reason as a choice; null: it sends none. */
  finish(reason: 'stop' | 'length'): object | null;
  /** The usage chunk's `usage`; null: it sends none for this request. */
  usage(counts: Counts): object | null;
  /** Where the stream carries usage: in a chunk without choices (as OpenAI documents it), in one with an empty choice, or in that of the finish reason. Left out: the first. */
  readonly usageIn?: 'no-choices' | 'empty-choice' | 'finish';
  /** Fields beside `choices` in every chunk. */
  readonly top?: object;
  /** Fields of a chunk that comes before all others, without choices. */
  readonly opening?: object;
  /** A comment line before all chunks, which says that the server is alive. */
  readonly comment?: string;
  /** Fields beside `choices` that the last chunk alone has. */
  last?(counts: Counts): object;
}
