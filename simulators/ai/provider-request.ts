import { z } from 'zod';

/** USD per million tokens, as decimal text. */
const price = z.string().regex(/^\d+(\.\d+)?$/);

/** OpenRouter's routing options, in its calls for texts and images only. */
export const providerSchema = z.strictObject({
  order: z.array(z.string()).optional(),
  only: z.array(z.string()).optional(),
  ignore: z.array(z.string()).optional(),
  allow_fallbacks: z.boolean().optional(),
  require_parameters: z.boolean().optional(),
  data_collection: z.enum(['allow', 'deny']).optional(),
  zdr: z.boolean().optional(),
  sort: z.enum(['price', 'throughput', 'latency']).optional(),
  max_price: z.strictObject({ prompt: price.optional(), completion: price.optional() }).optional(),
});
