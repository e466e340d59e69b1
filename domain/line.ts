import * as z from 'zod/mini';

/** A line that the interface words: its key and its figures. */
// @__NO_SIDE_EFFECTS__
export function line<Key extends string, Params extends Readonly<Record<string, z.ZodMiniType>>>(
  key: Key,
  params: Params,
) {
  return z.object({ key: z.literal(key), params: z.object(params) });
}

/**
 * Any line as it is stored, perhaps by a newer version. A row holds its lines like this, and they are read one by one
 * where they are worded: a kind that is not known costs the row nothing.
 */
export const storedLine = z.object({
  key: z.string(),
  params: z.record(z.string(), z.unknown()),
});
export type StoredLine = Readonly<z.output<typeof storedLine>>;
