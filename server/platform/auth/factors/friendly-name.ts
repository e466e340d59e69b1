import { z } from 'zod';
import { isStorable } from '../../http/is-storable.ts';

/** User-chosen name of a factor or passkey. */
export const friendlyName = z
  .string()
  .trim()
  .max(100)
  .refine(isStorable, 'must be well-formed text without NUL characters');
