import { z } from 'zod';

const part = z.string().trim().max(100).nullish();
const schema = z
  .string()
  .max(2_000)
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue('is no JSON');
      return z.NEVER;
    }
  })
  .pipe(z.object({ name: z.object({ firstName: part, lastName: part }) }));

/**
 * Returns the name that Apple posts along with the code, only at a user's first sign-in. The browser could have
 * forged it, so it is only for display, and the address in the same field is ignored. Null if there is none.
 */
export function postedName(parameters: URLSearchParams): string | null {
  const { data } = schema.safeParse(parameters.get('user'));
  return [data?.name.firstName, data?.name.lastName].filter(Boolean).join(' ') || null;
}
