import { z } from 'zod';
import { isStorable } from '../../http/is-storable.ts';

/** How somebody calls a factor or a passkey of theirs. */
export const friendlyName = z
  .string()
  .trim()
  .max(100)
  .refine(isStorable, 'must be well-formed text without NUL characters');
