import { z } from 'zod';
import { providerSchema } from './provider-request.ts';

/**
 * The chat completions request body as documented by OpenRouter and OpenAI, and nothing else: a real server may
 * silently ignore a misspelt field, which hides such bugs for a long time.
 */

const textPart = z.strictObject({ type: z.literal('text'), text: z.string() });
const content = z.union([z.string(), z.array(textPart).min(1)]);
/** Images must be inlined: a URL would make a third party fetch them. */
const imagePart = z.strictObject({
  type: z.literal('image_url'),
  image_url: z.strictObject({
    url: z.string().regex(/^data:image\/(png|jpeg|webp|gif);base64,[A-Za-z0-9+/]+={0,2}$/),
    detail: z.enum(['auto', 'low', 'high']).optional(),
  }),
});
/** Files must be inlined too. */
const filePart = z.strictObject({
  type: z.literal('file'),
  file: z.strictObject({
    filename: z.string().min(1),
    file_data: z.string().regex(/^data:application\/pdf;base64,[A-Za-z0-9+/]+={0,2}$/),
  }),
});
/** Only user messages may have images and files, and the text comes first. */
const shown = z.union([z.string(), z.tuple([textPart]).rest(z.union([textPart, imagePart, filePart]))]);

const message = z.discriminatedUnion('role', [
  z.strictObject({ role: z.literal('system'), content }),
  z.strictObject({ role: z.literal('user'), content: shown }),
  z.strictObject({ role: z.literal('assistant'), content }),
]);

interface JsonSchema {
  readonly [key: string]: unknown;
}

/** Strict schemas, as OpenAI requires: every object closed, every property required. */
const strictSchema = z
  .record(z.string(), z.unknown())
  .refine(isStrict, 'a strict schema closes every object and requires every property');

function isStrict(schema: JsonSchema): boolean {
  const properties = isSchema(schema['properties']) ? schema['properties'] : {};
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  if (schema['type'] === 'object') {
    if (schema['additionalProperties'] !== false) return false;
    if (!Object.keys(properties).every((name) => required.includes(name))) return false;
  }
  return [...Object.values(properties), schema['items']].every((part) => !isSchema(part) || isStrict(part));
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const effort = z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']);

export const chatRequestSchema = z.strictObject({
  model: z.string().min(1),
  models: z.array(z.string()).optional(),
  messages: z.array(message).min(1),
  stream: z.boolean().optional(),
  stream_options: z.strictObject({ include_usage: z.boolean().optional() }).optional(),
  max_completion_tokens: z.int().positive().optional(),
  max_tokens: z.int().positive().optional(),
  temperature: z.number().min(0).max(2).optional(),
  top_p: z.number().gt(0).max(1).optional(),
  seed: z.int().optional(),
  stop: z.union([z.string(), z.array(z.string()).max(4)]).optional(),
  user: z.string().optional(),
  session_id: z.string().max(256).optional(),
  metadata: z.record(z.string(), z.string()).optional(),
  reasoning_effort: effort.optional(),
  reasoning: z
    .strictObject({
      effort: effort.optional(),
      max_tokens: z.int().positive().optional(),
      exclude: z.boolean().optional(),
    })
    .optional(),
  provider: providerSchema.optional(),
  response_format: z
    .strictObject({
      type: z.literal('json_schema'),
      json_schema: z.strictObject({
        name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/),
        strict: z.boolean().optional(),
        schema: strictSchema,
      }),
    })
    .optional(),
  tools: z
    .array(
      z.strictObject({
        type: z.literal('openrouter:web_search'),
        parameters: z.strictObject({
          engine: z.enum(['auto', 'native', 'exa', 'parallel', 'perplexity', 'firecrawl']).optional(),
          max_results: z.int().min(1).max(25).optional(),
          max_uses: z.int().positive().optional(),
          max_total_results: z.int().positive().optional(),
          search_context_size: z.enum(['low', 'medium', 'high']).optional(),
        }),
      }),
    )
    .optional(),
  stop_server_tools_when: z
    .array(
      z.discriminatedUnion('type', [
        z.strictObject({ type: z.literal('max_cost'), max_cost_in_dollars: z.number().positive() }),
        z.strictObject({ type: z.literal('step_count_is'), step_count: z.int().positive() }),
      ]),
    )
    .optional(),
  plugins: z
    .array(
      z.discriminatedUnion('id', [
        z.strictObject({ id: z.literal('context-compression'), enabled: z.boolean().optional() }),
        z.strictObject({
          id: z.literal('file-parser'),
          pdf: z.strictObject({ engine: z.enum(['cloudflare-ai', 'mistral-ocr', 'native']) }),
        }),
      ]),
    )
    .optional(),
});

export type ChatRequest = z.infer<typeof chatRequestSchema>;

/** Returns the text of a message in either form. */
export function textOf(part: ChatRequest['messages'][number]): string {
  if (typeof part.content === 'string') return part.content;
  return part.content.map((each) => (each.type === 'text' ? each.text : '')).join('');
}

/** Returns the decoded images of a request. */
export function imagesOf(request: ChatRequest): Buffer[] {
  return request.messages.flatMap(({ content: parts }) =>
    typeof parts === 'string'
      ? []
      : parts.flatMap((part) =>
          part.type === 'image_url' ? [Buffer.from(part.image_url.url.split(',')[1] ?? '', 'base64')] : [],
        ),
  );
}

/** Returns the decoded files of a request. */
export function filesOf(request: ChatRequest): { name: string; bytes: Buffer }[] {
  return request.messages.flatMap(({ content: parts }) =>
    typeof parts === 'string'
      ? []
      : parts.flatMap((part) =>
          part.type === 'file'
            ? [
                {
                  name: part.file.filename,
                  bytes: Buffer.from(part.file.file_data.split(',')[1] ?? '', 'base64'),
                },
              ]
            : [],
        ),
  );
}

/** Estimates four characters per token: a figure that grows with the input and that tests can recompute. */
export function countTokens(text: string): number {
  return Math.ceil(text.length / 4);
}

export function countPromptTokens(request: ChatRequest): number {
  return request.messages.reduce((sum, each) => sum + 4 + countTokens(textOf(each)), 0);
}
