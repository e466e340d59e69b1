import { z } from 'zod';

/**
 * The request body of chat completions, as OpenRouter's and OpenAI's documents give it, and nothing else: a real
 * server may ignore a misspelt field in silence, which is how such bugs live long.
 */

const textPart = z.strictObject({ type: z.literal('text'), text: z.string() });
const content = z.union([z.string(), z.array(textPart).min(1)]);

const message = z.discriminatedUnion('role', [
  z.strictObject({ role: z.literal('system'), content }),
  z.strictObject({ role: z.literal('user'), content }),
  z.strictObject({ role: z.literal('assistant'), content }),
]);

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
  provider: z
    .strictObject({
      order: z.array(z.string()).optional(),
      only: z.array(z.string()).optional(),
      ignore: z.array(z.string()).optional(),
      allow_fallbacks: z.boolean().optional(),
      require_parameters: z.boolean().optional(),
      data_collection: z.enum(['allow', 'deny']).optional(),
      zdr: z.boolean().optional(),
      sort: z.enum(['price', 'throughput', 'latency']).optional(),
      max_price: z
        .strictObject({ prompt: z.string().optional(), completion: z.string().optional() })
        .optional(),
    })
    .optional(),
  plugins: z
    .array(z.strictObject({ id: z.enum(['context-compression']), enabled: z.boolean().optional() }))
    .optional(),
});

export type ChatRequest = z.infer<typeof chatRequestSchema>;

/** The text of a message, whatever form it came in. */
export function textOf(part: ChatRequest['messages'][number]): string {
  return typeof part.content === 'string' ? part.content : part.content.map((each) => each.text).join('');
}

/** About four characters to a token, as a figure that grows with what was sent and can be computed again by a test. */
export function countTokens(text: string): number {
  return Math.ceil(text.length / 4);
}

export function countPromptTokens(request: ChatRequest): number {
  return request.messages.reduce((sum, each) => sum + 4 + countTokens(textOf(each)), 0);
}
