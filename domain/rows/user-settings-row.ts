import * as z from 'zod/mini';
import { LANGUAGE_CODES } from '../languages.ts';

/** Settings kept on the server for all devices. */
export const userSettingsRow = z.object({
  answer_language: z.enum(LANGUAGE_CODES),
  remove_oldest_completed: z.boolean(),
  compact_rows: z.boolean(),
  /** A task that is only a title may be asked about before it begins. */
  asks_first: z.boolean(),
});
export type UserSettings = z.output<typeof userSettingsRow>;
