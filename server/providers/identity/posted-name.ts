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
 * The name that Apple posts beside the code, at a person's first sign-in and never again. Their browser could have
 * written it, so it is for show, and the address in the same field is not read. Null where there is none.
 */
export function postedName(parameters: URLSearchParams): string | null {
  const { data } = schema.safeParse(parameters.get('user'));
  return [data?.name.firstName, data?.name.lastName].filter(Boolean).join(' ') || null;
}
