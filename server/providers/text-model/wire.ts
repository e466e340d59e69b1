import { z } from 'zod';

/**
 * Responses of OpenAI-compatible servers, parsed as leniently as the servers differ: unknown fields are ignored,
 * known ones may be missing or null. The meaning of a field is decided where it is used.
 */

/** Text of a file; its images are in other parts, which are ignored. */
const filePart = z.object({ text: z.string().nullish().catch(null) });

/** A part of `content` if that is a list (Mistral): text, or `thinking` that contains texts. Ignores other parts. */
const contentPart = z
  .object({
    type: z.string(),
    text: z.string().nullish().catch(null),
    thinking: z
      .union([z.string(), z.array(z.object({ text: z.string().nullish().catch(null) }))])
      .nullish()
      .catch(null),
  })
  .nullable()
  .catch(null);

const piece = z.object({
  content: z.union([z.string(), z.array(contentPart)]).nullish(),
  /** Thinking in its own field: `reasoning` for OpenRouter, Ollama, Groq and newer vLLM, else `reasoning_content`. */
  reasoning: z.string().nullish().catch(null),
  reasoning_content: z.string().nullish().catch(null),
  refusal: z.string().nullish(),
  /** Pages that OpenRouter found on the web, or text it read in a file. An unreadable item doesn't affect the rest. */
  annotations: z
    .array(
      z
        .union([
          z.object({
            url_citation: z.object({
              url: z.string(),
              title: z.string().nullish(),
              content: z.string().nullish(),
            }),
          }),
          z.object({ file: z.object({ content: z.array(filePart) }) }),
        ])
        .nullable()
        .catch(null),
    )
    .nullish()
    .catch(null),
});

export type Annotation = NonNullable<NonNullable<z.infer<typeof piece>['annotations']>[number]>;

const choice = z.object({
  index: z.number().nullish(),
  delta: piece.nullish(),
  /** Some servers ignore `stream` and answer in one piece. */
  message: piece.nullish(),
  finish_reason: z.string().nullish(),
  error: z.unknown().optional(),
});

const count = z.number().nonnegative().nullish().catch(null);

const usage = z.object({
  prompt_tokens: z.number().nonnegative().nullish(),
  completion_tokens: z.number().nonnegative().nullish(),
  /** Prompt tokens that came from a cache. */
  prompt_tokens_details: z.object({ cached_tokens: count }).nullish().catch(null),
  completion_tokens_details: z.object({ reasoning_tokens: count }).nullish().catch(null),
  /** USD. OpenRouter only. */
  cost: z.number().nonnegative().nullish(),
});

export const chunkSchema = z.object({
  id: z.string().nullish(),
  model: z.string().nullish(),
  choices: z.array(choice).nullish(),
  /** Unreadable usage must not lose the answer. */
  usage: usage.nullish().catch(null),
  error: z.unknown().optional(),
});

export type Chunk = z.infer<typeof chunkSchema>;
export type Piece = z.infer<typeof piece>;
export type Usage = z.infer<typeof usage>;

const code = z.union([z.string(), z.number()]).nullish().catch(null);
const text = z.string().nullish().catch(null);

/** `error` as an object, with the fields that servers use for the reason. */
export const errorSchema = z.object({
  message: text,
  code,
  type: text,
  /** The request field that was refused (OpenAI). */
  param: text,
  http_status: z.number().nullish().catch(null),
  error_type: text,
  metadata: z
    .object({
      error_type: text,
      reasons: z.unknown().optional(),
      flagged_input: z.unknown().optional(),
      patterns: z.unknown().optional(),
    })
    .nullish()
    .catch(null),
  availability: z
    .object({
      retryable: z.boolean().nullish().catch(null),
      retry_after: z.number().nullish().catch(null),
    })
    .nullish()
    .catch(null),
});

export type ErrorObject = z.infer<typeof errorSchema>;

/** Bodies of a failed request: `{error: {…}}`, `{error: "…"}`, or the fields at the top (older vLLM, FastAPI's `detail`). */
export const errorBodySchema = z.object({
  error: z.unknown().optional(),
  detail: z.unknown().optional(),
  message: z.unknown().optional(),
});

export const nestedDetail = z.object({ detail: z.unknown() });

/** A list of field errors. */
export const detailsSchema = z
  .array(z.object({ loc: z.array(z.union([z.string(), z.number()])), msg: z.string() }))
  .min(1);

/** USD per token, as decimal strings (OpenRouter). -1 means a variable price, which counts as none. */
const price = z.coerce.number().nonnegative();

/** A date, a date and time, or Unix seconds. */
const moment = z
  .union([z.string(), z.number().transform((seconds) => seconds * 1000)])
  .pipe(z.coerce.date())
  .nullish()
  .catch(null);

const tokens = z.int().positive().nullish().catch(null);

const words = z.array(z.string()).nullish().catch(null);

export const modelListSchema = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      /** Self-hosted servers put the name of their program here: see `ownerKind`. */
      owned_by: text,
      /** The fields that a model's endpoints take, and its input and output types (OpenRouter). */
      supported_parameters: words,
      architecture: z.object({ input_modalities: words, output_modalities: words }).nullish().catch(null),
      /** Capabilities of a model (Mistral). */
      capabilities: z
        .object({
          completion_chat: z.boolean().nullish().catch(null),
          vision: z.boolean().nullish().catch(null),
        })
        .nullish()
        .catch(null),
      pricing: z.object({ prompt: price, completion: price }).nullish().catch(null),
      /** The retirement date, by OpenRouter's and OpenAI's names. */
      expiration_date: moment,
      shutdown_date: moment,
      /** The context as served, by the names of llama.cpp, OpenRouter, Mistral, Groq and vLLM. */
      meta: z.object({ n_ctx: tokens }).nullish().catch(null),
      context_length: tokens,
      max_context_length: tokens,
      context_window: tokens,
      max_model_len: tokens,
      /** llama.cpp with several models (`--models-dir`): before one is loaded, `context_length` is that of its training. */
      status: z.object({ value: z.string() }).nullish().catch(null),
    }),
  ),
});

export type ListedModel = z.infer<typeof modelListSchema>['data'][number];
