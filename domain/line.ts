import * as z from 'zod/mini';

/** A line that the interface words, by key and parameters. */
// @__NO_SIDE_EFFECTS__
export function line<Key extends string, Params extends Readonly<Record<string, z.ZodMiniType>>>(
  key: Key,
  params: Params,
) {
  return z.object({ key: z.literal(key), params: z.object(params) });
}

/**
 * Any stored line, perhaps by a newer version. Rows hold lines in this form, and each is parsed when it is
 * worded, so an unknown kind doesn't affect the row.
 */
export const storedLine = z.object({
  key: z.string(),
  params: z.record(z.string(), z.unknown()),
});
export type StoredLine = Readonly<z.output<typeof storedLine>>;
