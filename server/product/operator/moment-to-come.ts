import { z } from 'zod';

const MESSAGE = 'must be a date or time in the future';

/** Expiry of something that an operator creates: must be in the future. */
export const momentToCome = z.iso
  .datetime({ message: MESSAGE })
  .pipe(z.coerce.date())
  .refine((time) => time > new Date(), MESSAGE);
