import * as z from 'zod/mini';
import { ABOUT_TONES, ABOUT_UNITS } from '../about-me.ts';

/** Columns of user_settings in which people describe themselves. Null, or empty: not said. */
export const aboutMeRow = z.object({
  /** ISO 3166-1 code, such as `DE`. */
  about_country: z.nullable(z.string()),
  /** ISO 4217 code, such as `EUR`. */
  about_currency: z.nullable(z.string()),
  about_units: z.nullable(z.enum(ABOUT_UNITS)),
  about_tone: z.nullable(z.enum(ABOUT_TONES)),
  about_facts: z.string(),
  /** Sent with the tasks. */
  sends_about: z.boolean(),
});
export type AboutMe = z.output<typeof aboutMeRow>;
