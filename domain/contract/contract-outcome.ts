import * as z from 'zod/mini';
import { line } from '../line.ts';

const texts = z.readonly(z.array(z.string()));

/** A promise that a delivered result only keeps in part. The receipt says so. */
export const missedPromise = z.discriminatedUnion('key', [
  line('words', { words: z.number(), most: z.number() }),
  line('language', {}),
  line('sections', { found: z.number(), of: z.number() }),
  line('pages', { read: z.number(), of: z.number() }),
  /** Nothing was computed from these files. */
  line('files', { files: texts }),
  /** The text doesn't answer these points. */
  line('points', { points: texts }),
  /** Nobody could tell whether the text answers these points. */
  line('points_unchecked', { points: texts }),
]);
export type MissedPromise = Readonly<z.output<typeof missedPromise>>;

/** What became of a contract. A result that breaks a promise is not delivered, so all others have kept theirs. */
export const contractOutcome = z.object({
  kept: z.literal(true),
  /** Words of the text; null for a picture. */
  words: z.nullable(z.number()),
  missed: z.readonly(z.array(missedPromise)),
});
export type ContractOutcome = Readonly<z.output<typeof contractOutcome>>;
