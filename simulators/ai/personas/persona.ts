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

/** A request as received, before any parsing. */
export interface PersonaRequest {
  readonly method: string;
  /** Without the query, such as `/v1/chat/completions` or `/api/show`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed JSON, or the raw text if it isn't any. */
  readonly body: unknown;
}

export interface PersonaHost {
  readonly apiKey: string;
  /** Ids of the served models. */
  readonly models: readonly string[];
  /** Tokens of prompt and answer together. */
  readonly context: number;
  /**
   * Maps an id to one of the vendor's models, if there are several that differ; `@…` at the end of an id does too.
   */
  readonly profiles?: Readonly<Record<string, string>>;
}

/**
 * A vendor's server: what it rejects and lists, and how it sends an answer. Every rule names its source
 * (documentation or report) in a comment.
 */
export interface Persona {
  readonly name: PersonaName;
  /** End of its base URL, such as `/v1`, `/api/v1` (OpenRouter) or `/v1beta/openai` (Gemini). */
  readonly base: string;
  /** Default context of its models in tokens. */
  readonly context: number;
  /** Handles everything but chat completions: model lists and the server's own calls. Null: its own 404. */
  answer(request: PersonaRequest, host: PersonaHost): WireError | null;
  /** Returns the real server's error for a chat request. Null: it is accepted. */
  refuse(request: PersonaRequest, host: PersonaHost): WireError | null;
  /** Returns the form of its answer to an accepted chat request. */
  speak(request: PersonaRequest, host: PersonaHost): Voice;
  /** Error for an unknown model. Default: OpenAI's 404. */
  unknownModel?(model: string): WireError;
  /** Returns a model's plain id, if the server accepts other spellings too. Default: unchanged. */
  plainModel?(model: string): string;
  /** Error of all calls in progress once they fill the context that they share. Default: each has one of its own. */
  readonly overflow?: WireError;
  /** Header with an answer's id, and the id's prefix. Default: `chatcmpl-…`, only in the body. */
  readonly naming?: { readonly header: string; readonly prefix: string };
}

export interface Counts {
  readonly prompt: number;
  /** Tokens of thinking, and of the text. */
  readonly thinking: number;
  readonly text: number;
}

/** Form of an answer on the wire. Every method returns the content of one chunk's `choices[0]`, or of `usage`. */
export interface Voice {
  /** Tokens of thinking before it writes: by default, and as requested. */
  readonly thinks: number;
  /** Maximum tokens, including thinking unless the vendor counts it separately. Null: no cap was sent. */
  readonly cap: number | null;
  /** True if it enforces the schema; otherwise the schema has no effect. */
  readonly heedsSchema: boolean;
  /** Tokens of the prompt that it reads: only the last ones if it silently truncates. */
  readonly reads: number;
  /** A piece of thinking as a choice; null: hidden from the client. */
  thought(piece: string): object | null;
  /** A piece of the answer as a choice. `isJson`: a schema is enforced. */
  text(piece: string, isJson: boolean): object;
  /** The finish reason as a choice; null: none is sent. */
  finish(reason: 'stop' | 'length'): object | null;
  /** Content of `usage`; null: none is sent for this request. */
  usage(counts: Counts): object | null;
  /**
   * Chunk with the usage: one without choices (as documented by OpenAI), one with an empty choice, or that of the
   * finish reason. Default: the first.
   */
  readonly usageIn?: 'no-choices' | 'empty-choice' | 'finish';
  /** Fields next to `choices` in every chunk. */
  readonly top?: object;
  /** Fields of a first chunk without choices. */
  readonly opening?: object;
  /** A comment line before all chunks, as a sign of life. */
  readonly comment?: string;
  /** Fields next to `choices` in the last chunk only. */
  last?(counts: Counts): object;
}
