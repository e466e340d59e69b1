import * as z from 'zod/mini';

export const profileRow = z.object({
  id: z.string(),
  email: z.nullable(z.string()),
  full_name: z.string(),
  subscription_tier: z.enum(['free', 'start', 'pro', 'premium']),
  credits_used: z.number(),
  credits_limit: z.number(),
});
export type Profile = z.output<typeof profileRow>;
